/* Whether an access is valid, if the pointer is based on a certain object, and in which ways it can be wrong. */
#ifndef MEMORY_VALIDITY_H
#define MEMORY_VALIDITY_H

#include "memory/resolve.h"

/* What is done to the place. */
typedef enum { USE_READ, USE_WRITE, USE_FREE } Use;

/* For no offset and size would it be wrong. */
bool object_is_usable(const Memory *memory, u32 object, Use use);

/* `size` bytes (NULL: of a free) from the pointer's offset on lie in the object, if that is the one. */
Term *candidate_in_bounds(Memory *memory, const Candidates *candidates, Term *size, u32 object);
/* The pointer is based on the object, which is alive, and they lie in it. */
Term *candidate_is_valid(Memory *memory, const Candidates *candidates, Term *size, u32 object);

/* An access that is not valid is reported as one of several errors, and none may hide behind another: the pointer is null,
 * or a number from nowhere; the object is dead in some way, perhaps for some inputs only; it is alive, but constant; or the
 * access does not fit it. A condition for each of these there is; they exclude each other and cover everything.
 * `start` is the pointer before the step. */
void candidates_wrong_ways(Memory *memory, const Candidates *candidates, Term *start, Term *size, Use use,
                           TermVec *conditions);

#endif
