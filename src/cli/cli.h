/* The command line: one file a command, options in one table. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/error.h"
#include "base/vec.h"
#include "frontend/frontend.h"
#include "machine/machine.h"

#define LOCI_VERSION "0.1"

enum { STATUS_OK = 0, STATUS_BUGS = 1, STATUS_BAD_INPUT = 2, STATUS_UNKNOWN = 3, STATUS_FAULT = 99 };
enum {
    COMMAND_EXEC = 1,
    COMMAND_IR = 2,
    COMMAND_SOLVE = 4,
    COMMAND_RUN = 8,
    COMMAND_KTEST = 16,
    COMMAND_REPLAY = 32,
    COMMAND_ALIAS = 64,
    COMMAND_VERIFY = 128,
    COMMAND_CHECK = 256,
    /* those that compile C */
    COMMAND_PROGRAM =
        COMMAND_EXEC | COMMAND_IR | COMMAND_RUN | COMMAND_REPLAY | COMMAND_ALIAS | COMMAND_VERIFY | COMMAND_CHECK
};

#define OPTION_TYPE_FLAG bool
#define OPTION_TYPE_NUMBER u64
#define OPTION_TYPE_BYTES u64
#define OPTION_TYPE_SECONDS u64
#define OPTION_TYPE_MILLISECONDS u64
#define OPTION_TYPE_TEXT const char *
#define OPTION_TYPE_OPTIONAL const char * /* "" when given without a value */

enum { MOST_OPTIONS = 128 };

typedef struct {
#define OPTION(field, name, kind, ...) OPTION_TYPE_##kind field;
#include "cli/options.def"
#undef OPTION
    VEC(const char *) inputs;    /* files */
    VEC(const char *) cflags;    /* for clang, from --cflags and -I -D -U -std -include */
    VEC(char *) arguments;       /* after --, for the program */
    bool is_given[MOST_OPTIONS]; /* numbers, by their place in options.def */
    const char *without_effect;  /* options of KLEE's that change nothing here; NULL: none */
    Arena arena;
} Options;

/* Reads the words after the command. False with an error; *help is set if help was asked for. */
bool options_parse(Options *options, int command, int argc, char **argv, bool *help, Error *error);
/* As if --NAME=VALUE had been given. */
bool options_set_text(Options *options, const char *name, const char *value, Error *error);
void options_print_help(int command, const char *usage, const char *purpose);
void options_free(Options *options);
/* What the front end needs of them. Says on standard error which flags for clang are left out. */
FrontendOptions options_frontend(const Options *options, Arena *arena);
ThreadCode options_thread_code(const char *threads); /* for --threads=...; NULL: not given */
/* What is to become of lost blocks. False with an error. */
bool options_check_leaks(const Options *options, Error *error);
void options_leaks(const Options *options, MachineOptions *machine); /* after that */
/* Where the C library's bitcode and the headers for programs under test are; NULL: nowhere. */
const char *options_runtime_folder(Arena *arena);

/* word_files.c: @FILE stands for the words in it, also for further files; behind -- for what it is. */
typedef VEC(char *) WordList;
bool words_expand_files(Arena *arena, int argc, char **argv, WordList *words, Error *error);

/* klee_words.c: symbolic inputs as KLEE's users spell them, `--sym-args 0 2 3`. Whether such words begin here; takes them,
 * and leaves *at at the last one. */
bool klee_words_begin(char *const *words);
bool klee_words_parse(Options *options, int argc, char **argv, int *at, Error *error);

/* klee_options.c: an option that KLEE has and Loci spells otherwise, or does not need. The word that says the same here (any
 * other word as it is, with two dashes); NULL if it is without effect. */
bool klee_option_is_known(const char *text, size_t length);
char *klee_option_in_our_words(Options *options, char *word);

int cli_alias(int argc, char **argv);
int cli_cc(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_exec(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_ir(const FrontendOptions *options);
int cli_solve(int argc, char **argv);
int cli_ktest(int argc, char **argv);
int cli_replay(int argc, char **argv);

int cli_fail(const Error *error); /* prints `loci: ...` and returns STATUS_BAD_INPUT */
bool cli_write_file(const char *path, const Text *text, Error *error);

#endif
