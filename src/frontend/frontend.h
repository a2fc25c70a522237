/* The front end: C, preprocessed C, LLVM bitcode and LLVM assembly in, a linked Program out.
 *
 * C goes through the clang-19 binary; bitcode is read through the LLVM-C API and stays in memory, for
 * bodies and initialisers are lowered only when the program is asked for them. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "program/program.h"

typedef struct {
    const char *const *inputs;
    u32 input_count;
    const char *const *cflags; /* passed to clang after our own */
    u32 cflag_count;
    int bits;                /* 32, 64, or 0: 64, or what the bitcode says */
    const char *runtime_dir; /* folder with 32/ and 64/, each *.bc of the C library; NULL: none */
    const char *include_dir; /* headers of the harness functions, searched last; NULL: none */
    bool may_be_library;     /* a program without main() is fine, although `needs_main` */
    bool needs_main;
    bool makes_main; /* main() is made by an engine once the program is loaded, if there is none */
    bool contracts;  /* library functions are those of runtime/contracts, where there are some */
    bool quiet_warnings;
    bool fold_conditions; /* Program.fold_conditions */
} FrontendOptions;

/* NULL on error; the error is one sentence; clang's own diagnostics have then gone to stderr. */
Program *frontend_load(const FrontendOptions *options, Error *error);

/* The flags for clang that decide what a C file means: data model, dialect, tolerance, and those of the user's own that
 * make sense (flags.c). Whoever compiles a program otherwise than for Loci's machine needs them too; sanitizers of his
 * own come before them. */
typedef VEC(const char *) FlagList;
void frontend_dialect_flags(const FrontendOptions *options, int bits, FlagList *flags, Arena *arena);
/* A line for each of the user's flags that is left out, saying why. */
void frontend_flag_notes(const FrontendOptions *options, Text *notes);

/* Writes `folder`/symbols.index, which says what each *.bc in the folder defines. Part of the build. */
bool frontend_write_index(const char *folder, Error *error);

#endif
