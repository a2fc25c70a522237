/* Between the semantics and whoever runs it.
 *
 * The semantics says what an operation can do: outcomes with guards that exclude each other and cover everything. A
 * strategy says what becomes of them: which one the running state goes on with, and what happens to the others. It is a
 * table of functions that the engine hands in; the semantics knows no engine.
 *
 * An operation may be run again from the state before it, with its choices made: so it changes nothing before its last
 * choice, or says so first (before_change). See doc/symbolic.md. */
#ifndef SEMANTICS_STRATEGY_H
#define SEMANTICS_STRATEGY_H

#include "machine/machine.h"
#include "memory/model.h"
#include "state/path.h"

/* Why paths fork. */
#define CHOICE_KINDS(X)                                                                                                \
    X(BRANCH, "branch")                                                                                                \
    X(SWITCH, "switch") X(POINTER, "pointer") X(SIZE, "size") X(CALL, "call") X(ERROR, "error") X(ALIAS, "alias")
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
    X(OBJECT, "pointers to objects that are not followed")                                                             \
    X(CAPACITY, "sizes beyond the capacity of a block")                                                                \
    X(LEAK, "ends at which leaks were not decided")                                                                    \
    X(STUCK, "paths that met what is not supported")                                                                   \
    X(UNMODELLED, "calls that the library only pretends to carry out")                                                 \
    X(DEPTH, "paths at the depth limit")                                                                               \
    X(FORKS, "forks beyond the limit")                                                                                 \
    X(STATES, "states dropped at the state limit")                                                                     \
    X(MEMORY, "states dropped at the memory limit")                                                                    \
    X(TIME, "states left at the time limit")                                                                           \
    X(MODEL, "accesses that the memory model does not follow")                                                         \
    X(UNCONFIRMED, "errors that did not show again when the test was run")                                             \
    X(REMAKE, "states that did not become again what they had been")                                                   \
    X(ASKED, "states left when the run was to stop")                                                                   \
    X(FORKING, "forks that the program had switched off")                                                              \
    X(SEEDS, "ways that no seed goes")                                                                                 \
    X(REPLAY, "what is not on the paths that were replayed")                                                           \
    X(SCHEDULES, "places where another thread could have gone on")
typedef enum {
#define X(NAME, text) CUT_##NAME,
    CUT_KINDS(X)
#undef X
        CUT_KIND_COUNT
} CutKind;
extern const char *const cut_names[CUT_KIND_COUNT];

typedef struct {
    /* Which of the guards, that exclude each other and cover everything, the running state follows; -1: none now, the
     * handler returns (the state is saved or over). */
    int (*choose)(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count);
    /* Assumes the condition if it can hold; false, and nothing is assumed, if it cannot. */
    bool (*may_assume)(Machine *m, Term *condition);
    bool (*must_be)(Machine *m, Term *condition); /* false also if that is not known */
    u64 (*some_value)(Machine *m, Term *term);    /* one value it can have */
    u64 (*concretise)(Machine *m, Term *term);    /* the same, and the path is bound to it */
    /* All its values if there are fewer than `most`; false: there are more, or they are not known. */
    bool (*values)(Machine *m, Term *term, u32 most, TermVec *values);
    Term *(*evaluate)(Machine *m, Term *term); /* in the model that a report is made from; NULL: there is none */
    void (*cut)(Machine *m, CutKind kind);     /* something is not followed */
    void (*before_change)(Machine *m, const Code *ip, u64 *r);
    /* Ways meet at ip: true if the state is saved, to be merged with others that come here. */
    bool (*waits_at_join)(Machine *m, const Code *ip, u64 *r);
    /* MachineHooks.marks_call */
    bool (*marks_call)(Machine *m, const Code *ip, u64 *r, const CallSite *site, bool has_returned);
    void (*made_block)(Machine *m, const Code *ip, u64 *r, u32 object);
    /* An access comes to an object that stands for several (ObjectInfo.summary): the state is saved before the operation.
     * NULL: there are none. */
    void (*touched)(Machine *m, const Code *ip, u64 *r, u32 object);
    void (*resolved)(Machine *m, const MemoryPlace *place); /* an access through a pointer goes there */
    void (*made_input)(Machine *m, const PathInput *input);
    void (*checking)(Machine *m, bool begins); /* whether blocks are lost; at its end false */
    /* To the user, when the path comes here; once: unless the same was said before. */
    void (*say)(Machine *m, const Code *ip, u64 *r, const char *text, bool once);
} Strategy;

#define FAILING_ALLOCATION "allocation fails " /* how the symbols begin that decide it: allocation_fails */

/* A cell and what it was before. */
typedef struct {
    u64 *cells;
    u32 index;
    u64 number;
    Term *term;
} ImpliedCell;

/* Of a run all whose inputs are known: those that the program asks for come from Machine.inputs, an uninitialised value
 * is the one of its number (Path.unknowns), or what is drawn for it, or 0. */
typedef struct {
    u32 *numbers;
    u64 *values;
    u32 count;
    void *self;
    u64 (*draw)(void *self, u32 number, u32 width); /* may be NULL */
} FixedInputs;

/* The running state beside what the machine has of it (Machine.symbolic). */
typedef struct Symbolic {
    const Strategy *strategy;
    Machine *m;
    TermStore *terms;
    Memory memory;
    const Code *access_ip; /* of the operation whose access is being planned */
    u64 *access_r;
    Path path;
    u64 step;            /* operations of the lifted loop: the number of the one at hand, */
    const Code *step_ip; /* and where it stands; NULL: none is under way */
    u64 *step_r;
    VEC(ImpliedCell) step_implied;  /* cells that its choices have turned into numbers, or cleared of undefined bits */
    u32 step_settled;               /* Path.settled before it */
    VEC(const char *) names;        /* of inputs */
    StringMap input_names;          /* -> index into names */
    u64 max_symbolic_size;          /* the capacity of a block of symbolic size; 0: any (lift_blocks.c) */
    u32 unnamed_inputs;             /* forgets_inputs: so many were made */
    u32 arrays;                     /* of blocks that are all array: so many were made */
    bool forgets_inputs;            /* nobody asks a path for them: they get names of no meaning */
    bool forgets_output;            /* nobody asks a path for it */
    bool merges_inputs;             /* states that asked for different inputs may become one: each has a guard then */
    bool force_terms;               /* everything that a term can say is said by one */
    const FixedInputs *fixed;       /* NULL: inputs are symbolic */
    bool stops_at_unknown_pointers; /* a path ends where it follows a pointer that may be anything */
    bool binds_pointers;            /* that came from outside, where they are followed (lift_outside.c) */
    bool assumes_nonnull;           /* such a pointer is not null where it is followed */
    bool considers_aliases;         /* it may lead to where another one leads */
    VEC(u32) binding;               /* objects that the operation at hand binds pointers to */
    u64 bound_pointers;             /* so many were, on all paths */
    LocationId around;              /* the first access on any path that left its object and was followed */
    /* An input was made: assumes what is known of it. False: it cannot be. NULL: nothing is known. */
    bool (*input_made)(const void *self, Machine *m, LocationId location, const PathInput *input);
    const void *input_listener;
    Map leak_arrays;       /* while the end of a path is looked at: array -> whether it may hold a pointer */
    bool allocation_fails; /* malloc and its family may give null */
    bool checks_arguments; /* an undefined value must not be given to a function */
    bool forks_selects;    /* a choice of values is a branch */
    bool summarises_texts; /* what the library finds in a text is a term, not a path for each place (texts.h) */
    bool passes_output;    /* what the program prints goes to the host at once */
    void *step_listener;   /* of a rule that stands before lift_rule; NULL: there is none */
} Symbolic;

void symbolic_free(Symbolic *symbolic);

/* ---- What the semantics calls ---- */

static inline TermStore *strategy_terms(const Machine *m) { return m->symbolic->terms; }
static inline int strategy_choose(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count) {
    return m->symbolic->strategy->choose(m, ip, r, kind, guards, count);
}
static inline bool strategy_must_be(Machine *m, Term *condition) {
    return m->symbolic->strategy->must_be(m, condition);
}
static inline u64 strategy_some_value(Machine *m, Term *term) { return m->symbolic->strategy->some_value(m, term); }
static inline u64 strategy_concretise(Machine *m, Term *term) { return m->symbolic->strategy->concretise(m, term); }
static inline Term *strategy_evaluate(Machine *m, Term *term) { return m->symbolic->strategy->evaluate(m, term); }
static inline void strategy_cut(Machine *m, CutKind kind) { m->symbolic->strategy->cut(m, kind); }
static inline void strategy_before_change(Machine *m, const Code *ip, u64 *r) {
    m->symbolic->strategy->before_change(m, ip, r);
}

/* The choice for a condition: 1 it holds, 0 it does not, -1 none now. */
int strategy_decide(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *condition);
/* From here on only where the condition holds. False: nowhere, the path is over. */
bool strategy_assume(Machine *m, Term *condition);
/* One value, and the path is bound to it, but with a path for each if there are few. False: the state is paused or
 * over. */
bool strategy_split(Machine *m, const Code *ip, u64 *r, Term *term, u64 *value);
void strategy_drop(Machine *m); /* the path ends here, with nothing to say */
/* A value no bit of which is defined; `origin` as track.c numbers them. Where that is allowed, a new unknown one. */
Term *strategy_undefined(Machine *m, u32 width, u32 origin);
bool strategy_is_undefined_symbol(const Term *symbol); /* it was made there */

#endif
