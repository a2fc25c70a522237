/* The checker: every function of a program that nobody calls is called with any arguments, and what goes wrong on the
 * way is a finding (doc/check.md).
 *
 *   roots.c     which functions and variables there are to begin with
 *   entry.c     a main() that calls a root with any arguments; bodies for functions that are defined nowhere
 *   callers.c   what the program itself gives to a root that it calls
 *   carriers.c  variables that nobody looks at when a root has returned
 *   follow.c    the exploration of one root, in a process of its own
 *   judge.c     what a path's end is worth: certain, possible with evidence, or nothing to show
 *   evidence.c, omission.c, kept.c, results.c  what it asks the path for that
 *   asserted.c, assertions.c, expressions.c, places.c  and the source
 *   conditions.c  conditions of which one way is never taken, on request
 *   describe.c, phrase.c  the finding with its sentence, path and values, and the words of its branches
 *   run.c       all roots: processes, budgets, what is left */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "check/finding.h"
#include "memory/model.h"
#include "program/effects.h"
#include "program/program.h"

typedef struct {
    bool is_enabled[FINDING_KIND_COUNT];
    bool shows_all;        /* also what is possible without evidence */
    bool assumes_nonnull;  /* what is given points somewhere */
    bool assumes_noalias;  /* and nowhere where something else points; else that is considered where it shows, with
                              shows_all, for it is an assumption about what is given */
    bool believes_failure; /* the program shows that it thinks so; only where null is followed it is told */
    bool allocation_fails; /* malloc may give null */
    double seconds;        /* of computing, for a root */
    u64 bytes;             /* Loci's own memory, for a root */
    u32 jobs;
    const MemoryModel *memory;
    const char *only;               /* a function that is the only root; NULL: all */
    u32 program_number;             /* this is the first, second, ... */
    u32 program_count;              /* of so many programs */
    void (*says)(const char *line); /* progress; NULL: nobody listens */
} CheckOptions;

typedef struct {
    const char *function;
    u64 paths, queries;
    u64 widened; /* loops that were left after any number of rounds (engine/widen.h) */
    const char *
        skipped; /* calls that were also taken by what they may do (engine/widen.h): "f at a.c:3 (writes *0), ..."; "" */
    double seconds;
    const char *stopped; /* why not everything was followed, and where; "": it was */
} RootStatistics;

typedef struct {
    VEC(RootStatistics) roots;
    Arena arena;
} CheckStatistics;

/* Findings are added to the list, which is not sorted yet. */
void check_program(Program *program, const CheckOptions *options, FindingList *findings, CheckStatistics *statistics);

/* ---- Between the files ---- */

typedef struct ProgramFacts {
    VEC(Function *) functions; /* of the user, with bodies, in the order of the source */
    bool *is_called;           /* by number: by another function, or its address is taken */
    bool *is_written;          /* of a global, by number: something writes it, or its address goes somewhere */
    u8 **written_bytes;        /* of a global that is written, by number: 1 where that may be; NULL: anywhere */
    u32 global_count;          /* of those that these are about */
    bool *is_named;            /* of a global, by number: a function names it */
    bool has_main;             /* it is a whole program: nobody else writes its variables */
    ProgramEffects effects;    /* of all of them, worked out once */
} ProgramFacts;

void facts_find(ProgramFacts *facts, Program *program);
/* main: what it is given is a command line (runtime/contracts/arguments.c). */
bool root_is_program(const Function *root);
/* beliefs.c: most allocations are checked, so one that is not is a mistake. */
bool beliefs_allocation_fails(const Program *program, const ProgramFacts *facts);
/* The program looks whether the allocation there has failed. */
bool beliefs_asks_at(const Program *program, const ProgramFacts *facts, LocationId location);
/* Most calls of the function, of those in `caller` (NULL: in all functions), have their result compared with null. */
bool beliefs_null_is_expected(const Program *program, const ProgramFacts *facts, const Function *callee,
                              const Function *caller);
void facts_free(ProgramFacts *facts);
/* Some of its bytes nobody writes, although others are written: in the program, and elsewhere nobody can. */
bool facts_have_parts(const ProgramFacts *facts, const Global *global);
/* The next bytes from `*at` on that something may write, or that nothing does; false: there are none. */
typedef struct {
    u64 at, size;
    bool is_written;
} WrittenPart;
bool facts_next_part(const ProgramFacts *facts, const Global *global, WrittenPart *part);
const char *function_of_location(const Program *program, const ProgramFacts *facts, LocationId location);

/* callers.c: all that call the function are there; and what they give for one of its parameters. */
typedef struct {
    VEC(u64) numbers;
    u32 calls;
    bool are_known;     /* nothing but these numbers is given */
    bool are_addresses; /* nothing but addresses of variables and functions is */
} GivenValues;
bool callers_are_known(const ProgramFacts *facts, const Function *function);
void callers_find(const Program *program, const ProgramFacts *facts, const Function *callee, u32 parameter,
                  GivenValues *out);

/* carriers.c: variables that only hand something from the root to those it calls. */
typedef VEC(Global *) GlobalList;
void carriers_find(const Program *program, const ProgramFacts *facts, const Function *root, GlobalList *out);
/* What the function leaves in the variable nobody looks at: it was for those that it calls, or whoever reads the variable
 * writes it first. */
bool carriers_may_keep(const Program *program, const ProgramFacts *facts, const Function *function,
                       const Global *global);

/* conditions.c: one way of a condition of the root is never taken. `counts`: how often each of its blocks was run, on all
 * paths there are. */
/* closed.c: it takes nothing, and depends on no variable that others write. */
bool closed_is(const Program *program, const ProgramFacts *facts, const Function *function);
void sizes_find(const Program *program, const Function *function, FindingList *out); /* sizes.c */
void conditions_find(const Program *program, const ProgramFacts *facts, const Function *root, const u64 *counts,
                     FindingList *out);

/* How inputs are called: what the symbols are worth that a finding depends on. */
#define INPUT_OF_ARGUMENT "argument "
#define INPUT_OF_VARIABLE "variable "
#define INPUT_OF_SETTING "setting of " /* a variable that nothing in the program writes */
#define INPUT_OF_RESULT "result of "
#define INPUT_OF_ANSWER "answer of " /* of a function without arguments */
#define INPUT_OF_EFFECT "written by "

/* The program gets a main() that calls the root, and bodies for what is defined nowhere. */
void entry_make(Program *program, const ProgramFacts *facts, Function *root);

typedef struct {
    FindingList findings;
    VEC(const char *) reached; /* names of functions that were entered */
    RootStatistics statistics;
} RootResult;

void follow_root(Program *program, const ProgramFacts *facts, Function *root, const CheckOptions *options,
                 RootResult *out);

#endif
