/* Following a witness of a violation: what its functions return is assumed while a path runs. */
#ifndef VERIFY_FOLLOW_H
#define VERIFY_FOLLOW_H

#include "engine/explore.h"

struct Witness;
/* The running path was given an input at this place. False: the witness says something that it cannot be, the path is
 * over. */
bool follow_input(const struct Witness *witness, Machine *m, LocationId location, const PathInput *input);
/* Whether a path that ends here ends where the witness does. */
bool follow_is_target(const struct Witness *witness, const Program *program, LocationId location);

#endif
