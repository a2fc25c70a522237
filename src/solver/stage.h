/* What a stage of the solver is: a file with one StageApi. A stage gets a query, answers it or asks `next`. */
#ifndef SOLVER_STAGE_H
#define SOLVER_STAGE_H

#include "solver/deadline.h"
#include "solver/solver.h"

typedef struct {
    Term *const *constraints;
    u32 count;
    u32 known;       /* the first so many are known to be satisfiable together */
    bool want_model; /* else a YES may rest on what is known, and come without one */
    Deadline *deadline;
} Query;

typedef struct {
    Answer answer;
    Model *model;       /* with YES: it has been evaluated on the constraints; the receiver releases it */
    TermVec core;       /* with NO: constraints of the query that cannot hold together */
    const char *reason; /* with UNKNOWN */
} Result;

typedef struct Stage Stage;

/* No stage says YES without a model under which all constraints evaluate to true: what cannot be evaluated is unknown. */
typedef struct {
    const char *name;
    void (*check)(Stage *stage, const Query *query, Result *result);
    void (*mark)(Stage *stage, TermStore *store);      /* may be NULL: the collector's, see term.h */
    void (*sweep)(Stage *stage, TermStore *store);     /* may be NULL */
    void (*statistics)(const Stage *stage, Text *out); /* may be NULL: a few words behind the counts */
    void (*free)(Stage *stage);
} StageApi;

typedef struct {
    const char *name;
    u64 asked, yes, no, unknown; /* queries that reached the stage; those it answered itself */
    double seconds;              /* of wall time in the stage itself, those below excluded */
} StageCounts;

struct Stage {
    const StageApi *api;
    Stage *next; /* NULL for the last */
    TermStore *store;
    StageCounts counts;
};

/* Constructors, one a file. */
Stage *stage_dump_new(TermStore *store, Stage *next, const char *directory);
Stage *stage_split_new(TermStore *store, Stage *next);
Stage *stage_values_new(TermStore *store, Stage *next);
Stage *stage_pairs_new(TermStore *store, Stage *next);
Stage *stage_cache_new(TermStore *store, Stage *next);
Stage *stage_narrow_new(TermStore *store, Stage *next);
Stage *stage_simplify_new(TermStore *store, Stage *next);
Stage *stage_facts_new(TermStore *store, Stage *next);
Stage *stage_contract_new(TermStore *store, Stage *next);
Stage *stage_guess_new(TermStore *store, Stage *next);
Stage *stage_boxes_new(TermStore *store, Stage *next);
Stage *stage_opinion_new(TermStore *store, Stage *next, const char *z3);
Stage *stage_blast_new(TermStore *store, Stage *next, const SolverOptions *options);
Stage *stage_z3_new(TermStore *store, const char *z3);

/* Asks a stage and keeps its counts. A NULL stage answers unknown. */
void stage_ask(Stage *stage, const Query *query, Result *result);
/* Asks the next stage with other constraints. */
void stage_ask_next(Stage *stage, const Query *query, Term *const *constraints, u32 count, u32 known, Result *result);

void result_unknown(Result *result, const char *reason);
/* YES with this model, which becomes the result's; unknown, for this reason, if it does not satisfy the query. */
void result_yes(Result *result, const Query *query, Model *model, const char *otherwise);
void result_no(Result *result, Term *const *core, u32 count); /* adds the core */
void result_clear(Result *result);                            /* frees what it holds */

#endif
