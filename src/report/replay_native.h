/* Running a test natively: the program compiled by clang together with runtime/native/replay.c, started with what the
 * test says about arguments, standard input, files and variables. A bug that shows there too is beyond doubt. */
#ifndef REPORT_REPLAY_NATIVE_H
#define REPORT_REPLAY_NATIVE_H

#include "report/ktest.h"

#include <sys/types.h>

typedef struct {
    const char *const *inputs; /* C, bitcode or assembly */
    u32 input_count;
    const char *const *cflags; /* all that clang needs for the data model, the dialect and the user */
    u32 cflag_count;
    int bits;               /* 32 or 64 */
    const char *native_dir; /* where replay.c is */
    const char *sanitizers; /* for -fsanitize=; NULL: none */
} NativeProgram;

/* False with an error; clang's own diagnostics have then gone to stderr. */
bool native_build(const NativeProgram *program, const char *executable, Error *error);

/* The same while something else goes on. */
typedef struct {
    Arena arena;
    pid_t compiler;          /* 0: it was not started */
    bool is_ready;           /* nothing is to be compiled */
    const char *own_library; /* to be removed; NULL: it was there */
} NativeBuild;
/* native_build_end is to be called whatever it says. */
bool native_build_start(const NativeProgram *program, const char *executable, NativeBuild *build, Error *error);
bool native_build_is_over(const NativeBuild *build);
bool native_build_end(NativeBuild *build, bool waits, Error *error); /* without waiting: it is stopped */

typedef struct {
    const char *executable;
    const char *program_name; /* argv[0] */
    const KTest *test;
    const char *const *arguments; /* concrete ones, before the test's own */
    u32 argument_count;
    const char *folder; /* the working folder, where the test's files are made; NULL: an empty temporary one */
    u64 max_seconds;    /* 0: no limit */
    bool shows_output;  /* the program writes to our own output */
    bool names_places;  /* reports, also of aborts and traps, have the lines of the source */
} NativeRun;

typedef struct {
    int status;        /* exit status; -1: killed */
    int signal;        /* that killed it; 0: none */
    bool is_timed_out; /* it was killed because of the time limit */
    bool is_unfit;     /* the test does not fit the program; `report` says why */
    char kind[64];     /* of the sanitizer's report: "heap-buffer-overflow", "undefined-behaviour"; empty: none */
    Text report;       /* its first line */
    Text errors;       /* all that the program wrote on standard error */
} NativeResult;

bool native_run(const NativeRun *run, NativeResult *result, Error *error);

/* A run under way. What NativeRun points to must stay until it is finished. */
typedef VEC(const char *) NativeWords;
typedef struct {
    NativeRun run;
    Arena arena;
    char *scratch;      /* a temporary folder with the test, and the working folder unless one was given */
    const char *folder; /* the working folder */
    NativeWords arguments, environment;
    const KTestObject *standard_input; /* NULL: empty */
    bool reads_pipe;                   /* standard input is a pipe, not a file */
    int input, output, errors;         /* descriptors; output is -1 when it is our own */
    pid_t process;
    double started;
} NativeJob;
bool native_start(const NativeRun *run, NativeJob *job, Error *error);
bool native_is_over(const NativeJob *job);
void native_finish(NativeJob *job, NativeResult *result); /* waits */
void native_result_free(NativeResult *result);

/* Both: builds in a temporary folder and runs. */
typedef struct {
    NativeProgram program;
    NativeRun run; /* the executable is filled in */
} NativeReplay;
bool native_replay(const NativeReplay *request, NativeResult *result, Error *error);

#endif
