/* Where a run's time goes, and what it leaves out: by phase, and by place in the source.
 *
 * One phase is under way at any moment, so that the times of all add up to that of the run; whoever begins one hands the
 * former back at its end. What happens in an operation of the program has its place (Symbolic.step_ip); the questions at the end
 * of a path, and what is made of it, have none. */
#ifndef ENGINE_ACCOUNT_H
#define ENGINE_ACCOUNT_H

#include "semantics/strategy.h"

#define RUN_PHASES(X)                                                                                                  \
    X(INTERPRETATION, "interpretation")                                                                                \
    X(FORKING, "forking") X(SOLVER, "solver") X(CHECKS, "checks") X(MEMORY, "memory") X(WRITING, "writing")
typedef enum {
#define X(NAME, name) PHASE_##NAME,
    RUN_PHASES(X)
#undef X
        PHASE_COUNT
} RunPhase;
extern const char *const phase_names[PHASE_COUNT];

enum {
    CHOICE_NONE = CHOICE_KIND_COUNT
}; /* of a question that is no choice: what a value is, whether something must hold */

/* A place where paths forked, or the solver was asked. */
typedef struct {
    LocationId location; /* 0: at the ends of paths */
    u32 kind;            /* ChoiceKind, or CHOICE_NONE */
    u64 choices, forks;
    u64 queries;
    double seconds; /* of the solver */
} ChoicePlace;

/* A place where something was left out. */
typedef struct {
    LocationId location; /* 0: at none */
    CutKind kind;
    u64 count;
} CutPlace;

typedef struct {
    RunPhase phase;
    double since; /* when it began */
    double seconds[PHASE_COUNT];
    u32 asking; /* what the solver is asked for: as ChoicePlace.kind */
    Map places; /* (location, kind) -> index into place_list */
    VEC(ChoicePlace) place_list;
    Map cuts; /* (location, kind) -> index into cut_list */
    VEC(CutPlace) cut_list;
    Map code_places; /* code of waiting states -> LocationId */
} Account;

void account_begin(Account *account, RunPhase phase);
void account_free(Account *account);
RunPhase account_phase(Account *account, RunPhase next); /* the one that was under way */
ChoicePlace *account_place(Account *account, LocationId location, u32 kind);
void account_cut(Account *account, LocationId location, CutKind kind);
const char *account_kind_name(u32 kind);
/* Where code stands in the user's source; 0: it is the library's. */
LocationId account_place_of_code(Account *account, const Program *program, const Code *ip);

#endif
