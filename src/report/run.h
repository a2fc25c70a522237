/* What a symbolic run leaves behind: it listens to an explorer (explore.h) and writes, into a folder of its own,
 *
 *     test000001.ktest   the inputs of a path, in KLEE's format; put in place by renaming it, so it is always whole
 *     tests.txt          all tests for reading, each with the status, the output and the lines of its path
 *     test000001.err     for a path that ended in an error: the report
 *     coverage.txt       the source with counts
 *     summary.json       what --json prints
 *     run.json           what the run is of; journal, frontier: see run_journal.c
 *
 * run.c ties the parts together; each other run_*.c is one of them. */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include "engine/explore.h"
#include "report/coverage.h"
#include "report/ktest.h"
#include "report/replay_native.h"
#include "report/run_page.h"
#include "report/scribe.h"

typedef struct {
    const char *folder;
    const char *identity;   /* of the program and of the options that matter: a run goes on only with the same */
    const char *command;    /* `FILE...` as the user gave it, for replaying */
    char *const *arguments; /* of the program, its name first */
    u32 argument_count;
    NativeProgram native;
    MachineOptions machine; /* of the machine that runs tests again */
    bool writes_tests, confirms_natively, shows_progress;
    bool writes_only_new;            /* tests of paths that cover something new, or end in an error */
    bool stops_at_bug;               /* the first that is confirmed, */
    u64 stops_at_kinds;              /* or the first of one of these: a bit for each FaultKind */
    u64 max_tests, max_instructions; /* the run stops then; 0: any */
    bool writes_left;                /* tests of states that are left when it stops */
    bool writes_testcomp;            /* the tests as a suite for Test-Comp, too */
    const char *producer, *entry;    /* of the suite: who makes it; the function to begin with, NULL: main */
    const char *page;                /* a file for the run as a page for a browser; NULL: none */
    bool writes_paths;               /* beside each test the decisions of its path */
} RunOptions;

typedef enum { NATIVE_NOT_TRIED, NATIVE_CONFIRMED, NATIVE_NOT_CONFIRMED } NativeAnswer;

/* An error of the program, however many paths end in it. */
typedef struct {
    u64 key;   /* hash of kind and stack */
    u64 count; /* of paths */
    u32 tries; /* of confirming it */
    bool is_confirmed;
    FaultKind kind;
    int signal; /* FAULT_FATAL_SIGNAL: its number */
    char *file;
    u32 line, column;
    const char *function;   /* the program's */
    char *message, *report; /* the sentence; the whole diagnostic */
    u32 test;               /* its number; 0: none was written */
    KTest input;
    NativeAnswer native;
    bool is_told;       /* what the native program says of it */
    Text native_reason; /* NATIVE_NOT_CONFIRMED: why not */
} Bug;

typedef struct {
    int journal; /* descriptor */
    Map earlier; /* hashes of paths that an earlier process has finished */
    double last_frontier, frontier_seconds;
    u32 frontier_states; /* so many were in the last one */
} Journal;

/* The native program (run_native.c). */
typedef enum { NATIVE_ADDRESS, NATIVE_MEMORY, NATIVE_KINDS } NativeKind; /* by the sanitizers it has */
typedef struct {
    enum { NATIVE_UNKNOWN, NATIVE_BUILDING, NATIVE_READY, NATIVE_FAILED } state;
    NativeBuild build; /* NATIVE_BUILDING */
    char path[256];
} NativeExecutable;
typedef struct {
    char folder[200]; /* where they are; empty: there is none yet */
    NativeExecutable executables[NATIVE_KINDS];
    VEC(u32) wanted; /* bugs, in the order in which they were confirmed */
    u32 done;        /* so many of them have their answer */
    bool is_running; /* the test of the next one */
    NativeJob job;
} RunNative;

typedef struct Run {
    RunOptions options;
    Explorer *e;
    MachineInputs *inputs; /* settings of the environment */
    int folder, texts;     /* descriptors: of the folder, of tests.txt */
    Scribe *scribe;        /* writes tests and the journal */
    Coverage coverage;
    RunPage page;
    Journal journal;
    VEC(Bug) bugs;
    RunNative native;
    VEC(char *) unsupported; /* what paths met: sentences, each once */
    VEC(char *) said_once;   /* by the program, with the place */
    u32 next_test;
    u64 tests, without_model; /* tests written, by earlier processes too; paths whose inputs the solver did not find */
    u64 earlier_paths;
    u64 unwritten;                  /* tests and lines of the journal that could not be written */
    bool is_interrupted;            /* by a signal */
    bool covers_new;                /* ways were taken for the first time since the last test */
    u64 left_without_test;          /* states that were left, and of which no test could be written in time */
    const KTest *tests_replayed;    /* when tests are run again: all of them, */
    MachineInputs *inputs_replayed; /* their inputs, */
    u32 replay_count, replays_begun;
    const KTest *replayed; /* and the one at hand; NULL: inputs are symbolic */
    double started, last_status;
    double seconds; /* that the exploration took */
} Run;

/* Opens the folder, which is there, and goes on with what an earlier run left if `goes_on`. */
bool run_begin(Run *run, const RunOptions *options, Explorer *e, MachineInputs *inputs, bool goes_on, Error *error);
/* After the exploration. What the native program says may still be under way; run_write_whole waits for it, and writes the
 * files that speak of the whole run. */
void run_end(Run *run);
void run_write_whole(Run *run);
void run_free(Run *run);
MachineInputs *run_next_replay(void *run); /* for explore_run_tests */
bool run_is_complete(const Run *run);
/* What a complete run rests on, in words that follow "if"; NULL: on nothing. */
const char *run_assumption(const Run *run);
/* Nothing was left out, and yet no path came to an end: the assumptions hold for no input, so that nothing was shown. */
bool run_is_vacuous(const Run *run);
u64 run_paths(const Run *run);
bool run_is_warning(const Run *run, const Bug *bug); /* a leak, where those are no errors */
u32 run_confirmed_bugs(const Run *run);              /* that are none */
u32 run_confirmed_warnings(const Run *run);
/* A file of the folder, written under another name first. False: it could not be; a run goes on without it. */
bool run_write_file(const Run *run, const char *name, const Text *text);
void run_write_waiting(Run *run); /* what the scribe was given is on disk then */

/* run_tests.c */
bool run_test_inputs(Run *run, KTest *test); /* false: the solver cannot say what the inputs are */
bool run_use_readable_model(Run *run);       /* the path's model becomes one with values that are good to read */
void run_output(Run *run, int descriptor, Text *out);
/* Gives the test to the scribe, under the next number, which it returns; 0: it is none that the format could hold. */
u32 run_write_test(Run *run, const PathEnd *end, const KTest *test);
void run_write_report(const Run *run, u32 number, const Bug *bug);

/* run_testcomp.c: tests for Test-Comp. */
bool run_begin_suite(const Run *run, Error *error);
bool run_write_testcase(const Run *run, u32 number, const PathEnd *end, const KTest *test);
void run_remove_testcase(const Run *run, u32 number);
void run_zip_suite(const Run *run);

/* run_left.c: tests of the states that are left. */
void run_write_left(Run *run);
double run_seconds_at_end(const Run *run); /* that it and the frontier will take, as far as can be told */

/* run_paths.c: the decisions of a path as a file. */
void path_file_write(const Run *run, u32 number);
bool path_file_read(const char *path, const char *identity, PathLog *log, Error *error);

/* run_bugs.c */
Bug *run_bug_of(Run *run, const Fault *fault);               /* the known one, or a new one */
bool run_bug_is_open(const Bug *bug);                        /* it may still be confirmed */
void run_confirm(Run *run, Bug *bug, const KTest *test);     /* by the machine */
u64 run_bug_key(const Program *program, const Fault *fault); /* the same in every process */
void run_add_earlier_bug(Run *run, u64 key, u32 number);     /* the path of the test with this number ended in it */
void run_free_bugs(Run *run);

/* run_native.c */
void run_native_expect(Run *run, const Bug *bug); /* the machine has confirmed it */
void run_native_poll(Run *run);                   /* does what can be done without waiting */
void run_native_wait(Run *run);                   /* all bugs that can have an answer have it */
void run_native_free(Run *run);

/* run_journal.c */
bool journal_open(Run *run, bool goes_on, Error *error);
void journal_close(Run *run);
bool journal_has(const Run *run); /* the running path */
/* The line of the running path, which has ended or is left; `number`: of its test, 0 if it has none. */
void journal_print_line(const Run *run, const PathEnd *end, u32 number, Text *line);
void journal_add(Run *run, const PathEnd *end); /* it has ended, and has no test */
void journal_add_without_model(Run *run);
void journal_print_decisions(Text *out, const PathLog *log);
const char *journal_read_decisions(const char *at, PathLog *log); /* up to a blank or the end of the line */
void journal_frontier(Run *run);                                  /* what is left to do */

/* run_order.c */
void order_save(Text *out, const Machine *m);
bool order_restore(Machine *m, const char *line); /* false: it cannot be had again */

/* run_console.c */
typedef VEC(char *) RunReasons;
void run_reasons(const Run *run, RunReasons *reasons); /* why the run is not complete; to be freed */
void run_details(const Run *run, RunReasons *details); /* what was not supported, which errors were not confirmed */
typedef VEC(CutPlace) RunCutPlaces;
/* The places at which something of this kind was left out, by this process: the most frequent first. */
void run_cut_places(const Run *run, CutKind kind, RunCutPlaces *places);
void console_status(Run *run); /* now and then */
void console_clear(void);
void console_summary(Run *run, Text *out);
void console_natively(Run *run, Text *out); /* what was not known when the summary was written */

/* run_json.c */
void run_json(Run *run, Text *out);

/* run_statistics.c */
void run_statistics(const Run *run, Text *out);

#endif
