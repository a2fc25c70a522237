/* The front end: C, preprocessed C, LLVM bitcode and LLVM assembly in, a linked Program out.
 *
 * C goes through the clang-19 binary; bitcode is read through the LLVM-C API and stays in memory, for
 * bodies and initialisers are lowered only when the program is asked for them. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "program/program.h"

/* What the code of a program with threads looks like: as that of one thread; with a call of __loci_thread_reads or writes
 * before what is atomic or volatile, and thread-local variables that are each thread's own; and with one before every other
 * access to memory. */
typedef enum { THREADS_NONE, THREADS_AT_POINTS, THREADS_AT_ACCESSES } ThreadCode;

/* A C file as a build compiles it. */
typedef struct {
    const char *path;   /* relative to the folder */
    const char *folder; /* where the compiler runs; NULL: here */
    const char *const *cflags;
    u32 cflag_count; /* after those of all files */
    int bits;        /* 32 or 64 */
} FrontendUnit;

/* It, compiled: a program can be made of it, and of others, any number of times. */
typedef struct {
    const char *path; /* for messages */
    char *bitcode;    /* NULL: it does not compile */
    size_t size;
    VEC(const char *) reads;          /* files that the compiler read, as it names them; with system headers */
    VEC(const char *) defines, wants; /* names of the linker: those that no other may define; those that others must */
    Error error;                      /* why it does not; clang's own diagnostics have gone to stderr */
    Arena arena;
} CompiledUnit;

typedef struct {
    const char *const *inputs;
    u32 input_count;
    const char *const *cflags; /* passed to clang after our own */
    u32 cflag_count;
    const CompiledUnit *const *compiled; /* as further inputs */
    const bool *is_context;              /* of each of these: Function.is_context */
    u32 compiled_count;
    int bits;                /* 32, 64, or 0: 64, or what the bitcode says */
    const char *runtime_dir; /* folder with 32/ and 64/, each *.bc of the C library; NULL: none */
    const char *include_dir; /* headers of the harness functions, searched last; NULL: none */
    bool may_be_library;     /* a program without main() is fine, although `needs_main` */
    bool needs_main;
    bool makes_main;              /* main() is made by an engine once the program is loaded, if there is none */
    bool contracts;               /* library functions are those of runtime/contracts, where there are some */
    const char *entry;            /* the function to begin with; NULL: main */
    const char *function_aliases; /* NAME:REPLACEMENT,...: names that mean another function; NULL: none */
    bool quiet_warnings;
    bool fold_conditions;  /* Program.fold_conditions */
    ThreadCode threads;    /* for engines that follow threads */
    bool checks_members;   /* an index beyond an array inside of an object is an error (IndexChecks) */
    bool converts_results; /* of checked conversions only those of what arithmetic gave, to signed types, count */
    bool shortens_names;   /* of files in the working directory, or below it: relative to it */
} FrontendOptions;

/* NULL on error; the error is one sentence; clang's own diagnostics have then gone to stderr. */
Program *frontend_load(const FrontendOptions *options, Error *error);

/* Compiles each by itself, some at a time. */
void frontend_compile(const FrontendOptions *options, const FrontendUnit *units, u32 count, CompiledUnit *out);
void frontend_unit_free(CompiledUnit *unit);
/* The numbers of those flags that clang does not know. */
typedef VEC(u32) FlagNumbers;
void frontend_unknown_flags(const char *const *flags, u32 count, FlagNumbers *unknown);

/* The flags for clang that decide what a C file means: data model, dialect, tolerance, and those of the user's own that
 * make sense (flags.c). Whoever compiles a program otherwise than for Loci's machine needs them too; sanitizers of his
 * own come before them. */
typedef VEC(const char *) FlagList;
void frontend_dialect_flags(const FrontendOptions *options, int bits, FlagList *flags, Arena *arena);
/* Whether the user's flags have all indexes of arrays checked. */
bool frontend_asks_for_bounds(const FrontendOptions *options);
bool frontend_refuses_bounds(const FrontendOptions *options); /* -fno-sanitize=array-bounds */
/* A line for each of the user's flags that is left out, saying why. */
void frontend_flag_notes(const FrontendOptions *options, Text *notes);

/* Names of functions, and of variables, that the program's own code mentions, and neither it nor the library defines. */
void frontend_undefined(Program *program, FlagList *names, FlagList *variables);

/* The code of a C file as a record for the object file that is made of it (containers.h); if it does not compile, one that
 * says so. */
void frontend_keep(const FrontendOptions *options, const char *source, Text *record);

/* Writes `folder`/symbols.index, which says what each *.bc in the folder defines. Part of the build. */
bool frontend_write_index(const char *folder, Error *error);

#endif
