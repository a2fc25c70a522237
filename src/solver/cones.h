/* Cones of literals: how many gates lie below and which inputs' owners, remembered. */
#ifndef SOLVER_CONES_H
#define SOLVER_CONES_H

#include "solver/blast.h"

typedef struct {
    u32 size;         /* gates */
    u32 begin, count; /* its owners in Cones.owners */
} Cone;

typedef struct {
    Map of_key; /* key -> number in `cones` */
    VEC(Cone) cones;
    VEC(u32) owners;
    VEC(u32) visited; /* node -> stamp */
    VEC(u32) seen;    /* owner -> stamp */
    VEC(u32) stack;
    u32 stamp;
} Cones;

void cones_free(Cones *cones);
/* The cone of some literals, found again under `key`. */
Cone cones_of(Cones *cones, const Blaster *blaster, u64 key, const Lit *roots, u32 count);
void cones_forget(Cones *cones, u64 key);

#endif
