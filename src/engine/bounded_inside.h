/* Between the files of bounded verification. */
#ifndef ENGINE_BOUNDED_INSIDE_H
#define ENGINE_BOUNDED_INSIDE_H

#include "engine/bounded.h"
#include "engine/explore_inside.h"
#include "program/flow.h"

/* A state beyond the bound of a loop. */
typedef struct {
    State *state;
    u32 loop; /* of BoundedAnswer.loops */
} PutAside;

typedef struct {
    Explorer *e;
    BoundedOptions options;
    BoundedAnswer *answer;
    Map flows; /* function -> Flow */
    Map loops; /* a block of a function, or a function -> index into BoundedAnswer.loops */
    VEC(PutAside) aside;
    u32 beyond;           /* the running state is to be put aside: because of this loop; else UINT32_MAX */
    double asked_seconds; /* the solver's, for questions at heads of loops */
    u64 last_terms;       /* made when it was last looked, */
    double last_seconds;  /* and the solver's time then */
    u32 innermost;        /* the loop that the running state is in; UINT32_MAX: none */
} Bounded;

/* bounded_order.c */
const Flow *bounded_flow(Bounded *b, const Function *function);
/* The running state, at the beginning of a block: out of loops that it has left, and a round further in one it is at the
 * head of. True: a round is over that counts. */
bool order_count_round(Bounded *b, const u64 *r, u32 block);
/* Where the running state stands: numbers that come in the order of the control flow. */
void order_of_running(Bounded *b, u64 *r, u32 block, State *state);
bool order_is_before(const State *a, const State *b);

#endif
