/* Sets of literals that were found not to hold together. Different terms may have the same gates, so what one question has
 * shown answers others that look different; and as gates mean the same for ever, so do these sets. */
#ifndef SOLVER_CORES_H
#define SOLVER_CORES_H

#include "base/map.h"
#include "base/vec.h"
#include "solver/aig.h"

typedef struct {
    u32 begin, count; /* in `lits` */
    u32 older;        /* the core with the same greatest literal before it, + 1 */
} Core;

typedef struct {
    VEC(Core) at;
    VEC(Lit) lits;
    Map newest;      /* greatest literal -> core + 1 */
    VEC(u32) stamps; /* literal -> the question that assumes it */
    u32 stamp;
    u64 hits;
} Cores;

void cores_free(Cores *cores);
void cores_add(Cores *cores, const Lit *lits, u32 count);
/* The literals of a core that are all among `lits`; NULL: there is none. */
const Lit *cores_find(Cores *cores, const Lit *lits, u32 count, u32 *core_count);

#endif
