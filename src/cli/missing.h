/* What a program mentions and nobody defines, before it is run. */
#ifndef CLI_MISSING_H
#define CLI_MISSING_H

#include "engine/explore.h"

/* Names it on standard error. `external` is the option's value; NULL: it was not given. */
void missing_tell(Program *program, const char *external);
/* --external=any: variables that are defined nowhere hold any value, as far as their size is known. The run is not complete
 * then, and says why. */
void missing_hold_anything(Program *program, Explorer *e);

#endif
