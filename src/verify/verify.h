/* Verification: whether a program has a property of SV-COMP, for all inputs.
 *
 * A task (task.c, property.c) is a program and a set of properties; convention.c makes SV-COMP's conventions part of
 * the program itself, so that no engine needs to know them. Engines (engines.c: a line each) answer it; each runs in a
 * process of its own, and the first sound answer counts (portfolio.c). TRUE is only what an engine has seen completely.
 * FALSE comes with inputs, and is believed only when the machine, run with them, shows the same violation (replay.c).
 * UNKNOWN says what was in the way, and where. */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "alias/alias.h"
#include "machine/machine.h"
#include "memory/model.h"
#include "report/ktest.h"

#include <signal.h>

/* X(NAME, name as SV-COMP has it, the formula of the property file, what it says for a reader) */
#define PROPERTIES(X)                                                                                                  \
    X(UNREACH_CALL, "unreach-call", "G ! call(reach_error())", "the error function is never called")                   \
    X(VALID_DEREF, "valid-deref", "G valid-deref", "every access is to memory that lives")                             \
    X(VALID_FREE, "valid-free", "G valid-free", "only blocks that live are freed")                                     \
    X(VALID_MEMTRACK, "valid-memtrack", "G valid-memtrack", "no block is lost")                                        \
    X(VALID_MEMCLEANUP, "valid-memcleanup", "G valid-memcleanup", "all blocks are freed at the end")                   \
    X(NO_OVERFLOW, "no-overflow", "G ! overflow", "signed arithmetic does not overflow")                               \
    X(TERMINATION, "termination", "F end", "every run ends")
typedef enum {
#define X(NAME, name, formula, text) PROPERTY_##NAME,
    PROPERTIES(X)
#undef X
        PROPERTY_COUNT
} Property;
typedef u32 PropertySet; /* a bit each */
static inline bool property_in(PropertySet set, Property property) { return set >> property & 1; }

typedef enum { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE } Verdict;

/* ---- The task ---- */

/* Of the engine cegar; NULL: as it likes. */
typedef struct {
    const char *cpa, *split; /* as --cpa and --uf-split spell them */
    const char *graph;       /* a file for the graph of abstract states */
    const char *without;     /* --uf-without */
    const char *blocks;      /* --blocks */
    bool is_cartesian;
    bool uses_functions;  /* --memory=uf: formulas in the form of its paper */
    bool ignores_aliases; /* --memory=names: the baseline, from which no TRUE comes */
    bool logs;            /* on standard error */
} CegarChoice;
/* False with an error: there is no such analysis, split or end of blocks. */
bool cegar_choice_check(const CegarChoice *choice, Error *error);

typedef struct {
    PropertySet properties;
    const char *error_function; /* PROPERTY_UNREACH_CALL: as the property names it; NULL: each name that is in use */
    Program *program;           /* with the convention in it */
    const char *file;           /* the (first) C file, as given */
    char *const *arguments;     /* of the program: its name, then NULL */
    u32 argument_count;
    u64 query_seconds;
    u64 max_stack;
    const MemoryModel *memory;      /* NULL: as each engine likes */
    const AliasAnalysis *points_to; /* for models that divide memory by one */
    AliasClones contexts;           /* of that */
    u32 unwind;                     /* of the bounded engine: rounds of a loop; 0: any */
    CegarChoice cegar;
    const struct Assumptions *assumed; /* what the convention added to the program */
    const KTest *guided;               /* only runs that are given these inputs, as far as they go; NULL: all */
    const struct Witness *follows;     /* only runs that it speaks of are looked at; NULL: all */
} VerifyTask;

typedef struct {
    double seconds;              /* from the call of the engine on; 0: any */
    u64 bytes;                   /* of the process; 0: any */
    volatile sig_atomic_t *stop; /* set from outside: come to an end */
} VerifyLimits;

/* ---- The answer ---- */

/* What an uninitialised value was; `number`: how many a path had read before (Path.unknowns). */
typedef struct {
    u32 number;
    u64 value;
} UndefinedValue;

/* The object from outside that is the memory around another one, or of a page that has none, and the address it goes by
 * (semantics/lift_around.c). */
typedef struct {
    u32 object;
    u64 address;
} SurroundingObject;

/* The inputs of a run that violates a property. */
typedef struct {
    KTest test; /* what the program asked for, in its order */
    VEC(UndefinedValue) undefined;
    VEC(u32) outside;              /* objects from outside that pointers are bound to (memory/bytes/outside.h), */
    VEC(OutsideValue) contents;    /* and what is in them where it matters */
    VEC(SurroundingObject) around; /* objects from outside that are memory around others */
    bool goes_around;              /* the run goes on after an access out of bounds */
} VerifyInputs;
void inputs_forget(VerifyInputs *inputs);

/* An invariant of a loop, for the witness and for the reader. */
typedef struct {
    LocationId location; /* of the loop */
    char *function;      /* its name; freed with the answer */
    char *value;         /* a C expression; likewise */
} VerifyInvariant;

typedef struct {
    Verdict verdict;
    Property violated;   /* VERDICT_FALSE */
    VerifyInputs inputs; /* VERDICT_FALSE */
    Text reason;         /* VERDICT_UNKNOWN: what was in the way, with its line; one sentence without a full stop */
    Text assumed;        /* what was taken for granted on the way, beside the convention: lines */
    bool is_weak;        /* VERDICT_FALSE: an uninitialised pointer was used; another violation says more */
    bool is_out_of_time; /* VERDICT_UNKNOWN: with more time or memory it might be known */
    bool
        goes_alike; /* likewise: it asked queries nearly all of the time, or never forked: other searches would do the same */
    bool says_little;                /* likewise: the reasons of others are better */
    Text engine;                     /* who says it */
    Text statistics;                 /* what it took, for the reader: lines */
    VEC(VerifyInvariant) invariants; /* VERDICT_TRUE */
} VerifyAnswer;

void answer_free(VerifyAnswer *answer);
/* What the running engine took for granted: that it bound pointers, that it went on after accesses out of bounds. */
void answer_assume(VerifyAnswer *answer, const Machine *m);
__attribute__((format(printf, 2, 3))) void answer_unknown(VerifyAnswer *answer, const char *format, ...);
/* Across processes. False: it is no whole answer. */
void answer_encode(const VerifyAnswer *answer, Text *out);
bool answer_decode(VerifyAnswer *answer, const char *bytes, size_t size);

/* ---- Engines ---- */

typedef struct {
    const char *name;   /* as the user reads it */
    const char *family; /* as --engine= chooses it: explore, induction, ... */
    PropertySet silent; /* properties that it says nothing about */
    u32 share;          /* of the time, once all have had a first turn: what gains most from more of it has more */
    Verdict (*run)(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);
} VerifyEngine;
extern const VerifyEngine verify_engines[]; /* in the order of their turns; the last one has no name */

/* explore.c: the explorer under one search and one memory model. */
typedef struct {
    const char *search, *memory;
    bool merge_joins;
    bool is_bounded; /* all paths at once (engine/bounded.h); the search means nothing then */
} ExploreChoice;
Verdict verify_explore(const VerifyTask *task, const ExploreChoice *choice, const VerifyLimits *limits,
                       VerifyAnswer *answer);

/* induct.c: loops by induction (engine/induct.h). */
Verdict verify_induct(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);

/* shape.c: lists of any length (engine/shape.h). */
Verdict verify_shape(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);

/* values.c: the values of variables alone (engine/values.h). */
Verdict verify_values(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);

/* recursion.c: recursive functions by what is claimed of their results. */
Verdict verify_recursion(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);

/* trials.c: runs with drawn inputs. */
Verdict verify_trials(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);

/* cegar.c: predicate abstraction with refinement (abstract/cegar.h). */
Verdict verify_cegar(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer);

/* portfolio.c: the engines of a family in turn ("auto": all), each in a process of its own. What they say is confirmed.
 * `says`: a line now and then of what is being tried; may be NULL. */
typedef struct {
    const char *family;
    double seconds; /* 0: any */
    u64 bytes;
    void (*says)(const char *line);
} PortfolioOptions;
bool portfolio_has(const char *family);
void portfolio_run(const VerifyTask *task, const PortfolioOptions *options, VerifyAnswer *answer);

/* ---- Properties ---- */

const char *property_name(Property property);
const char *property_formula(Property property);
/* Reads a property file. False with an error. */
typedef struct {
    PropertySet properties;
    char error_function[64]; /* "" if unreach-call is not among them */
} PropertyFile;
bool property_read_file(const char *path, PropertyFile *out, Error *error);

/* What the end of a path means for a set of properties. */
typedef enum {
    END_GOOD,      /* nothing that the properties speak of */
    END_VIOLATION, /* of *violated */
    END_CUT,       /* not known what would come: TRUE is not allowed any more; *why says it */
} EndMeaning;
/* The machine is where the path has ended. */
EndMeaning property_meaning(const VerifyTask *task, const Machine *m, RunEnd end, Property *violated, Text *why);

/* Is it something whose absence an engine that proves would have to show? Then *why says what. */
bool property_prevents_proof(const VerifyTask *task, const Machine *m, RunEnd end, Text *why);

MachineOptions verify_machine_options(const VerifyTask *task);
/* Whether a pointer from outside leads to an object of its own: not where accesses themselves are what is asked about. */
bool verify_binds_pointers(const VerifyTask *task);

/* ---- Tasks ---- */

typedef struct {
    VEC(const char *) files;      /* C files, with their folder */
    VEC(const char *) properties; /* property files */
    int bits;                     /* 32, 64; 0: not said */
    Arena arena;
} TaskFile;
bool task_read(const char *path, TaskFile *task, Error *error);
void task_free(TaskFile *task);

/* convention.c: SV-COMP's conventions, as code: functions that are defined nowhere return any value, variables that are
 * defined nowhere hold any value, the error function reports. */
typedef struct Assumptions {
    Text lines;                  /* a sentence for each function and variable */
    VEC(const char *) functions; /* that are defined nowhere; the names are the program's */
} Assumptions;
/* Variables that are defined nowhere hold any value; a line for each. */
void convention_define_variables(Program *program, Text *told);
void convention_apply(Program *program, PropertySet properties, const char *error_function, Assumptions *assumed);
/* Is it the function that must not be called? */
bool convention_is_target(const Function *function, PropertySet properties, const char *error_function);
void assumptions_free(Assumptions *assumed);

/* ---- Replaying ---- */

/* Where the program asked for an input. */
typedef struct {
    char *file, *function;
    u32 line, column;
} InputPlace;

/* What the machine shows when it is run with the inputs of an answer. */
typedef struct {
    bool is_violation;
    Property violated;
    FaultKind kind;
    char *file, *function, *message, *report; /* of the fault; freed by replay_free */
    u32 line, column;
    VEC(InputPlace) places; /* of the inputs, in their order */
} VerifyReplay;
bool verify_replay(const VerifyTask *task, const VerifyInputs *inputs, VerifyReplay *replay);
void replay_free(VerifyReplay *replay);

/* inputs.c: for reading. */
typedef enum { INPUT_SIGNED, INPUT_UNSIGNED, INPUT_FLOAT, INPUT_POINTER, INPUT_BYTES } InputKind;
void verify_input_name(const char *name,
                       Text *out); /* without what tells equal names apart; in the place of what it had */
InputKind verify_input_kind(const char *base_name, u32 size);
void verify_print_value(Text *out, const KTestObject *object);
/* Is the value the address of an object from outside? It is of no use to others. */
bool verify_is_outside(const VerifyInputs *inputs, const KTestObject *object, u32 pointer_bytes);
/* harness.c, witness.c: what they write. The replay is that of a FALSE. */
void harness_print(Text *out, const VerifyTask *task, const VerifyAnswer *answer, const VerifyReplay *replay);
bool witness_print(Text *out, const VerifyTask *task, const VerifyAnswer *answer, const VerifyReplay *replay);
void witness_specification(Text *out, PropertySet properties, const char *error_function);
/* A line each: place, name, value. */
void verify_print_inputs(Text *out, const VerifyInputs *inputs, const VerifyReplay *replay);

#endif
