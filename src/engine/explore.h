/* Exploration: which paths of the program are followed, and in which order.
 *
 * The machine runs one state; the others wait. Whatever can go more than one way asks explore_choose, which
 * says which way the running state goes and makes a sibling for every other way that is feasible. A sibling
 * runs the same operation again with its choices made, from the state as it was before the operation: so an operation
 * changes nothing before its last choice, or calls explore_before_change.
 * When a path ends, or the search wants another state, the handlers return to explore_run, which picks the
 * next. See doc/symbolic.md. */
#ifndef ENGINE_EXPLORE_H
#define ENGINE_EXPLORE_H

#include "engine/classes.h"
#include "engine/relevance.h"
#include "state/state.h"
#include "memory/model.h"

/* Why paths fork. */
#define CHOICE_KINDS(X)                                                                                                \
    X(BRANCH, "branch") X(SWITCH, "switch") X(POINTER, "pointer") X(SIZE, "size") X(CALL, "call") X(ERROR, "error")
typedef enum {
#define X(NAME, name) CHOICE_##NAME,
    CHOICE_KINDS(X)
#undef X
        CHOICE_KIND_COUNT
} ChoiceKind;
extern const char *const choice_names[CHOICE_KIND_COUNT];

/* What was not followed: each makes the run incomplete. */
#define CUT_KINDS(X)                                                                                                   \
    X(SOLVER, "queries the solver gave up")                                                                            \
    X(VALUE, "values fixed to one of several")                                                                         \
    X(OBJECT, "pointers fixed to one of several objects")                                                              \
    X(CAPACITY, "sizes beyond the capacity of a block")                                                                \
    X(LEAK, "ends at which leaks were not decided")                                                                    \
    X(STUCK, "paths that met what is not supported")                                                                   \
    X(UNMODELLED, "calls that the library only pretends to carry out")                                                 \
    X(DEPTH, "paths at the depth limit")                                                                               \
    X(FORKS, "forks beyond the limit")                                                                                 \
    X(STATES, "states dropped at the state limit")                                                                     \
    X(MEMORY, "states dropped at the memory limit")                                                                    \
    X(TIME, "states left at the time limit")                                                                           \
    X(MODEL, "accesses that the memory model only approximates")                                                       \
    X(UNCONFIRMED, "errors that did not show again when the test was run")                                             \
    X(REMAKE, "states that did not become again what they had been")
typedef enum {
#define X(NAME, text) CUT_##NAME,
    CUT_KINDS(X)
#undef X
        CUT_KIND_COUNT
} CutKind;
extern const char *const cut_names[CUT_KIND_COUNT];

typedef struct {
    const MemoryModel *memory;
    const struct Search *search;
    u32 segment_threshold;
    ObjectClasses *classes;      /* for the segmented model, which needs them; the caller keeps them */
    u64 max_seconds, max_memory; /* 0: none */
    u32 max_states, max_depth;   /* 0: none */
    u64 max_forks;
    double query_seconds;
    u64 max_symbolic_size; /* the capacity of a block of symbolic size */
    u64 seed;              /* of random choices */
    SolverOptions solver;
    bool force_terms, merge_joins;
    bool force_parking; /* states that wait are parked at once */
    bool passes_output; /* what the program prints goes to the host at once */
} ExploreOptions;

/* A place where paths forked. */
typedef struct {
    LocationId location;
    ChoiceKind kind;
    u64 choices, forks;
    u64 queries;
    double seconds; /* of the solver */
} ChoicePlace;

/* A cell and what it was before. */
typedef struct {
    u64 *cells;
    u32 index;
    u64 number;
    Term *term;
} ImpliedCell;

/* States that are made again from their logs (remake.c). */
typedef struct {
    bool is_running;   /* the machine runs up to the join at which the state waits */
    const State *from; /* what it began with */
    State *made;       /* what came of it */
    bool has_strayed;  /* it decided what its log does not know */
    Merges unmade;     /* each is needed for the one before it */
    Merges made_again; /* merges whose state is kept, because it may be needed again */
} Remake;

typedef struct {
    u64 paths, ended[RUN_DROPPED + 1];
    u64 forks[CHOICE_KIND_COUNT];
    u64 cuts[CUT_KIND_COUNT];
    u64 queries;
    double solver_seconds;
    u64 resolutions, resolved_objects; /* accesses through pointers to several objects, and how many */
    u32 most_objects;                  /* of one */
    u64 states_made, most_states, merged;
    u64 largest_segment;
    u64 parked; /* states of which only the log was kept */
} ExploreStatistics;

/* What a path came to, handed to whoever listens, with everything of the path still there. */
typedef struct {
    RunEnd end;
    int status;         /* RUN_EXITED, RUN_SIGNALLED */
    const Fault *fault; /* RUN_FAULT */
    const char *stuck;  /* RUN_STUCK */
} PathEnd;

struct Explorer {
    Machine *m;
    TermStore *terms;
    Solver *solver;
    ExploreOptions options;
    Relevance relevance;
    Memory memory; /* the running state's */
    Path path;     /* the running state's */
    VEC(State *) states;
    State *initial; /* before the first operation: where parked states begin again */
    State *origin;  /* the running state came from it, or from what was saved last: to share with */
    State *held;    /* about to run: it waits no longer, but is not the running one yet */
    Remake remake;
    VEC(u32) pending; /* choices made for the operation the state begins with */
    u32 pending_next;
    PathLog replay; /* of a path that is run again */
    u32 replay_next;
    bool is_running;               /* there is a running state: in `path` */
    bool replay_was_counted;       /* what it runs is in block_totals already */
    bool is_disowned;              /* the running path has gone on after the solver was stopped: */
    u32 disowned_from;             /* only so many of its decisions count */
    u64 step, choice_step;         /* operations of the lifted loop; the one that chose last */
    VEC(u32) step_choices;         /* its choices so far */
    State *step_start;             /* the state before it, if it has changed anything since; else NULL */
    VEC(ImpliedCell) step_implied; /* cells that its choices have turned into numbers */
#ifdef LOCI_CHECKS
    u64 step_print, step_cells; /* of the state when it chose first: checks.c */
#endif
    struct SearchNode *node; /* the running state's */
    void *search_data;
    VEC(const char *) names; /* of inputs */
    StringMap input_names;   /* -> index into names */
    Map places;              /* (location, kind) -> index into place_list */
    VEC(ChoicePlace) place_list;
    VEC(u64) block_totals; /* of all paths, as Machine.blocks */
    VEC(u32) block_start;  /* what the running state began with */
    ExploreStatistics statistics;
    u64 random;
    u32 mark;                   /* of the last collection */
    double started, resumed;    /* the run, the running state */
    u64 resident_after;         /* bytes of this process when memory was last made free */
    bool is_short_of_memory;    /* when it was last looked at */
    u64 grown;                  /* of the objects, then */
    volatile sig_atomic_t stop; /* set from outside: finish */
    volatile sig_atomic_t tick; /* set by the timer: look after things */
    void *listener;
    void (*path_ended)(void *listener, const PathEnd *end);
    void (*poll)(void *listener); /* now and then */
};

typedef struct Search {
    const char *name; /* as --search= spells it */
    bool stays;       /* after a fork the running state goes on */
    void (*begin)(Explorer *e);
    void (*added)(Explorer *e, State *state);   /* it waits in e->states: a sibling, or the running state itself */
    State *(*pick)(Explorer *e);                /* one of e->states, of which there is at least one */
    void (*removed)(Explorer *e, State *state); /* it waits no longer: it is going to run, or is dropped */
    bool takes_oldest;                          /* states made first are picked first */
    void (*ended)(Explorer *e);                 /* the running path is over */
    void (*finish)(Explorer *e);
} Search;
extern const Search *const searches[]; /* ends with NULL */
const Search *search_named(const char *name);

void explore_init(Explorer *e, Machine *m, const ExploreOptions *options);
void explore_free(Explorer *e);
/* Runs the program from main on until nothing is left to do or a limit is reached. */
bool explore_run(Explorer *e, int argc, char **argv, char **envp, Error *error);
bool explore_is_complete(const Explorer *e);
void explore_remove(Explorer *e, State *state); /* from the waiting ones */
/* A state of which there is only the log, which it takes: of a run that goes on in another process. `was_counted`:
 * whoever counts blocks has counted those that it runs again. */
void explore_add_parked(Explorer *e, PathLog log, u32 forks, bool was_counted);
bool explore_replays(const Explorer *e); /* decisions of the running path are still to be made again */

/* ---- For the semantics ---- */

/* A heap block has been made: the memory model is told. */
void explore_made_block(Machine *m, const Code *ip, u64 *r, u32 object);

/* Which of the guards, that exclude each other and cover everything, the running state follows; -1: none now, the
 * handler returns (the state is saved or over). */
int explore_choose(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count);
/* Ways meet at ip: true if the state is saved, to be merged with others that come here. */
bool explore_waits_at_join(Machine *m, const Code *ip, u64 *r);
/* The same for a condition: 1 it holds, 0 it does not, -1 as above. */
int explore_decide(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *condition);
/* From here on only where the condition holds. False: nowhere, the path is over. */
bool explore_assume(Machine *m, Term *condition);
/* Assumes the condition if it can hold; false, and nothing is assumed, if it cannot. */
bool explore_may_assume(Machine *m, Term *condition);
/* One value of the term, and the path is bound to it. */
u64 explore_concretise(Machine *m, Term *term);
/* The same, but with a path for each value if there are few. False: the state is paused or over. */
bool explore_split(Machine *m, const Code *ip, u64 *r, Term *term, u64 *value);
/* One value it can have. */
u64 explore_some_value(Machine *m, Term *term);
bool explore_must_be(Machine *m, Term *condition);
void explore_cut(Explorer *e, CutKind kind);
/* The operation at ip is about to change something, and may choose again after it. */
void explore_before_change(Machine *m, const Code *ip, u64 *r);
/* The running state waits from here on, at an operation that has made these choices so far. NULL: what is kept of it is
 * its log, or it does not count. */
State *explore_pause(Machine *m, const Code *ip, u64 *r, const u32 *pending, u32 count);
void explore_drop(Machine *m); /* the path ends here, with nothing to say */
/* A value no bit of which is defined; `origin` as track.c numbers them. Where that is allowed, a new unknown one. */
Term *explore_undefined(Machine *m, u32 width, u32 origin);
/* What a term is worth in the path's model. */
Term *explore_evaluate(Explorer *e, Term *term);

#endif
