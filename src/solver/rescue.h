/* What is tried when gates take long. After a little patience with the SAT solver some inputs are drawn (sample.h); after
 * more of it the values of the query's symbols are tried if they are not too many (domain.h), and then Z3 is asked in its
 * own process while the SAT solver goes on: the first answer counts. A yes of Z3's comes with a model that was evaluated,
 * as every yes. */
#ifndef SOLVER_RESCUE_H
#define SOLVER_RESCUE_H

#include "solver/domain.h"
#include "solver/sample.h"
#include "solver/sat.h"
#include "solver/z3.h"

typedef enum {
    RESCUE_ALONE,   /* the SAT solver is, as yet */
    RESCUE_PATIENT, /* inputs have been drawn; it is given some time */
    RESCUE_RACING,  /* Z3 has been asked */
    RESCUE_OVER     /* there is nothing left to try */
} RescuePhase;

typedef struct {
    Sampler *sampler; /* NULL: values must not be tried; so is the next */
    Domains *domains;
    Z3 *z3;                          /* NULL: must not be asked */
    double before_drawing, patience; /* seconds */
    RescuePhase phase;               /* of the query in progress */
    Deadline *deadline;
    double next_look; /* when it must be seen to */
    u64 by_drawing, by_values, races, by_z3;
} Rescue;

void rescue_init(Rescue *rescue, TermStore *store, const SolverOptions *options);
void rescue_free(Rescue *rescue);
void rescue_forget(Rescue *rescue);                    /* what it knows of terms, which may have died */
void rescue_begin(Rescue *rescue, Deadline *deadline); /* of a query */
void rescue_end(Rescue *rescue);
/* Ends a call of the SAT solver when the deadline has passed or there is something to be done. */
SatGuard rescue_guard(Rescue *rescue);
bool rescue_is_due(Rescue *rescue);
/* Does what is due; true: the query is answered, false: the SAT solver goes on. */
bool rescue_try(Rescue *rescue, const Query *query, Result *result);
/* Values alone, for what has no gates; true: the query is answered. */
bool rescue_by_values(Rescue *rescue, const Query *query, Result *result);

#endif
