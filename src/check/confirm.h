/* Confirmation: a driver (driver.h) is run in the machine, and shows the error or does not. */
#ifndef CHECK_CONFIRM_H
#define CHECK_CONFIRM_H

#include "check/check.h"

/* Runs the driver's program, in this process, which has better be one of its own. `inputs`: Finding.inputs. */
bool confirm_shows(Program *driver, const CheckOptions *options, const Finding *finding);

#endif
