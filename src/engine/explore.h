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

#include "engine/account.h"
#include "engine/classes.h"
#include "engine/seeds.h"
#include "engine/relevance.h"
#include "semantics/strategy.h"
#include "state/state.h"

typedef struct {
    const MemoryModel *memory;
    const struct Search *search;
    u32 segment_threshold;
    ObjectClasses *classes;      /* for models that want a points-to analysis; the caller keeps them */
    u64 max_seconds, max_memory; /* 0: none */
    u32 max_states, max_depth;   /* 0: none */
    u64 max_forks;
    double query_seconds;
    u64 max_symbolic_size; /* the capacity of a block of symbolic size; 0: any, only with is_abstract */
    u64 seed;              /* of random choices */
    SolverOptions solver;
    bool force_terms, merge_joins;
    u64 sparse_from;                /* in the place of the model's; 0: as it says */
    bool force_parking;             /* states that wait are parked at once */
    bool force_slices;              /* a state gives way to others every few milliseconds */
    bool stops_at_unknown_pointers; /* a path ends where it follows a pointer that may be anything */
    bool binds_pointers;            /* one that came from outside leads to an object of its own (lift_outside.c) */
    bool goes_around;       /* after an access out of bounds a path goes on (lift_around.c); with binds_pointers */
    bool assumes_nonnull;   /* and is not null then */
    bool considers_aliases; /* and may lead to where another one leads, if that shows */
    bool passes_output;     /* what the program prints goes to the host at once */
    /* An input was made: assumes what is known of it. False: it cannot be. NULL: nothing is known. */
    bool (*input_made)(const void *self, Machine *m, LocationId location, const PathInput *input);
    const void *input_listener;
    bool finds_repetition; /* a path that comes back to exactly the state it was in is an error; not with merge_joins */
    bool asks_later;       /* ways are followed without asking whether an input goes there (bounded.h) */
    /* Of the engine that is the explorer's listener; all may be NULL. The running state has come to a join: true, it goes
     * on; NULL: it waits if there are others. It is about to fork: false, not now. It has stopped for either, and is
     * saved. */
    bool (*goes_on_at_join)(void *listener, const Code *ip, u64 *r);
    bool (*may_fork_here)(void *listener, const Code *ip, u64 *r);
    void (*stopped)(void *listener, State *state, u64 *r);
    bool allocation_fails; /* Symbolic.allocation_fails */
    bool checks_arguments; /* Symbolic.checks_arguments */
    bool forks_selects;    /* Symbolic.forks_selects */
    bool summarises_texts; /* Symbolic.summarises_texts */
    bool keeps_trail;      /* paths know their choices: Path.trail */
    bool keeps_forks;      /* they know those at which they could go another way */
    /* After so many dead objects a path lets go of those that nothing in it names (forget.c), in LP64; not with merge_joins.
     * 0: it keeps them. */
    u32 forget_first;
    bool is_abstract; /* states stand for many (induct.h): they are never parked, have no tests, stop at every join */
    const FixedInputs *fixed;   /* NULL: inputs are symbolic */
    const MachineInputs *seeds; /* tests: their paths are followed first (engine/seeds.h) */
    u32 seed_count;
    bool only_seeds;        /* nothing but their paths is followed, */
    bool stops_after_seeds; /* or nothing is begun once they are followed */
} ExploreOptions;

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
    LocationId cut_access; /* the first access through a pointer that was cut; 0: none */
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
    bool is_silent;     /* RUN_EXITED: no test is wanted */
} PathEnd;

/* Whether the running path has come back to where it was (repeat.c). */
typedef struct {
    u64 key;        /* of what it had decided and asked for: with another one all begins anew */
    u64 arrivals;   /* at joins */
    u64 next;       /* with so many the state is written down again */
    const Code *ip; /* where it was written down, */
    const u64 *r;
    Text state, now; /* then, and now */
} Repetition;

typedef struct Explorer {
    Symbolic now; /* the running state; first, so that the machine leads to the explorer (explorer_of) */
    Machine *m;
    TermStore *terms;
    Solver *solver;
    ExploreOptions options;
    Relevance relevance;
    Outside outside; /* objects from outside, of all states */
    VEC(State *) states;
    State *initial; /* before the first operation: where parked states begin again */
    State *origin;  /* the running state came from it, or from what was saved last: to share with */
    State *held;    /* about to run: it waits no longer, but is not the running one yet */
    Remake remake;
    VEC(u32) pending; /* choices made for the operation the state begins with */
    u32 pending_next;
    PathLog replay; /* of a path that is run again */
    u32 replay_next;
    bool is_running;         /* there is a running state: in `path` */
    bool replay_was_counted; /* what it runs is in block_totals already */
    bool is_disowned;        /* the running path has gone on after the solver was stopped: */
    u32 disowned_from;       /* only so many of its decisions count */
    u64 choice_step;         /* the operation that chose last */
    VEC(u32) step_choices;   /* its choices so far */
    u32 step_settled;        /* so many of them stand: its siblings rely on it, or it is a sibling itself */
    State *step_start;       /* the state before it, if it has changed anything since; else NULL */
#ifdef LOCI_CHECKS
    u64 step_print, step_cells; /* of the state when it chose first: checks.c; */
    u32 step_statics;           /* so many globals had been made then */
#endif
    struct SearchNode *node; /* the running state's */
    void *search_data;
    Account account;
    VEC(u64) block_totals; /* of all paths, as Machine.blocks */
    VEC(u32) block_start;  /* what the running state began with */
    ExploreStatistics statistics;
    Repetition repeat;
    Seeds seeds;
    u64 random;
    Arena trail;                /* keeps_trail */
    u32 mark;                   /* of the last collection */
    struct Widening *widening;  /* loops are widened (engine/widen.h); NULL: they are not */
    double started, resumed;    /* the run, the running state */
    double resumed_cpu;         /* the CPU seconds used when the running state was */
    double long_seconds;        /* that paths took which were interrupted */
    double reserve;             /* seconds before the limit that the listener wants for what it does at the end */
    u64 resident_after;         /* bytes of this process when memory was last made free */
    bool is_short_of_memory;    /* when it was last looked at */
    u64 grown;                  /* of the objects, then */
    volatile sig_atomic_t stop; /* set from outside: finish */
    CutKind left_by;            /* what states that wait then are counted as */
    volatile sig_atomic_t tick; /* set by the timer: look after things */
    void *listener;
    void (*path_ended)(void *listener, const PathEnd *end);
    void (*chosen)(void *listener,
                   const TrailStep *step); /* keeps_trail: the running path goes this way; may be NULL */
    void (*made_block)(void *listener, u64 *r, u32 object); /* by a call of the frame r; may be NULL */
    void (*touched)(void *listener, u32 object);            /* the running state is saved for it: Strategy.touched */
    void (*poll)(void *listener);                           /* now and then */
    void (*said)(void *listener, LocationId place, const char *text, bool once); /* by the program; may be NULL */
} Explorer;

static inline Explorer *explorer_of(const Machine *m) {
    _Static_assert(offsetof(Explorer, now) == 0, "the running state comes first");
    return (Explorer *)m->symbolic;
}

typedef struct Search {
    const char *name;  /* as --search= spells it */
    bool stays;        /* after a fork the running state goes on */
    bool takes_turns;  /* a state that has run for long gives way to others that wait */
    bool wants_counts; /* of the blocks that were run */
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
/* Runs it once for each of the tests that `next` gives; NULL: there is none any more. All inputs are numbers. A run that
 * is stopped (Explorer.stop) is given up; whether there is another one `next` decides. */
bool explore_run_tests(Explorer *e, int argc, char **argv, char **envp, MachineInputs *(*next)(void *listener),
                       Error *error);
bool explore_is_complete(const Explorer *e);
bool explore_time_is_up(const Explorer *e);     /* but for what is reserved */
bool explore_should_stop(Explorer *e);          /* it was told to, or its time is up */
void explore_remove(Explorer *e, State *state); /* from the waiting ones */
/* A state of which there is only the log, which it takes: of a run that goes on in another process. `was_counted`:
 * whoever counts blocks has counted those that it runs again. */
void explore_add_parked(Explorer *e, PathLog log, u32 forks, bool was_counted);
bool explore_replays(const Explorer *e); /* decisions of the running path are still to be made again */

void explore_cut(Explorer *e, CutKind kind);
/* The solver was asked, and took so long. */
void explore_count_query(Explorer *e, double seconds);
/* The running state waits from here on, at an operation that has made these choices so far. NULL: what is kept of it is
 * its log, or it does not count. */
State *explore_pause(Machine *m, const Code *ip, u64 *r, const u32 *pending, u32 count);
/* What a term is worth in the path's model. */
Term *explore_evaluate(Explorer *e, Term *term);

#endif
