/* Formulas about memory in the paper's form: versions of uninterpreted functions instead of arrays.
 *
 * Every array term is a *version* f_m of its memory function. What the term says of the array is written down for a finite
 * set of addresses, Alloc, and the reads become applications:
 *
 *     SELECT(f_m, p)          f_m(p)
 *     f_m' = STORE(f_m, p, v) f_m'(p) = v  and  mem_update(p, m', m) = AND over a in Alloc of (p = a or f_m'(a) = f_m(a))
 *     f_m' = ITE(c, f_i, f_k) c implies mem_unchanged(m', i), not c implies mem_unchanged(m', k)   (the paper's merge)
 *     f_m' = COPY, FILL       a value, or the other version's, for each address of Alloc that is in the range
 *
 * What follows from the formula follows from the arrays; where Alloc lacked an address, less would. The optimisations of the
 * paper's section 5 are switches, here or in the split of memory (space.h):
 *
 *     1 types        a function a type                          --uf-split=types
 *     2 pure         variables without aliases are no memory    EncodeOptions.all_in_memory
 *     3 fields       a function a field                         --uf-split=fields
 *     4 constants    several stores of constants are one update
 *     5 used         of a version, Alloc has only the addresses at which that version is asked for, not all that are known
 *
 * and the outlook of its section 7: independent stores are one update, a function a group of cells (--uf-split=cells). */
#ifndef ABSTRACT_UF_H
#define ABSTRACT_UF_H

#include "abstract/space.h"

typedef struct {
    bool joins_constants;   /* optimisation 4 */
    bool joins_independent; /* stores at addresses that are known to differ */
    bool only_used;         /* optimisation 5 */
} UfOptions;

typedef struct {
    u64 versions, updates, frames; /* frames: disjuncts of mem_update */
} UfStatistics;

/* The roots become conditions without arrays; what is known of the versions is the result, a condition. */
Term *uf_rewrite(const Space *space, Term **roots, u32 count, const UfOptions *options, UfStatistics *statistics);

#endif
