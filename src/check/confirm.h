/* Confirmation: a driver (driver.h) is run in the machine, and shows the error or does not. */
#ifndef CHECK_CONFIRM_H
#define CHECK_CONFIRM_H

#include "check/check.h"

typedef enum {
    CONFIRM_SHOWS,
    CONFIRM_SILENT, /* all of its paths were followed to their ends, and none comes to the error */
    CONFIRM_OPEN,   /* it could not be run, or not to the end */
} ConfirmEnd;

/* Runs the driver's program, in this process, which has better be one of its own. `inputs`: Finding.inputs. */
ConfirmEnd confirm_run(Program *driver, const CheckOptions *options, const Finding *finding);

#endif
