/* Builds: which C files are compiled, where and with what flags, and what is linked together.
 *
 *   arguments.c  what a command line of a compiler, linker or archiver says
 *   database.c   compile_commands.json
 *   record.c     a build that runs while somebody takes notes
 *   groups.c     which files make up a program */
#ifndef BUILD_BUILD_H
#define BUILD_BUILD_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

typedef VEC(const char *) Words;

typedef struct {
    const char *folder; /* where the compiler runs: absolute */
    const char *file;   /* relative to it, or absolute */
    Words flags;        /* those that decide what the file means */
    Words objects;      /* what it is compiled to, absolute */
    int bits;           /* 32 or 64; 0: nothing is said */
} BuildUnit;

/* A program, a shared library or an archive. */
typedef struct {
    const char *output;
    Words inputs; /* objects, archives and C files, absolute */
    bool is_library;
} BuildLink;

typedef struct {
    VEC(BuildUnit) units;
    VEC(BuildLink) links;
    u32 other_count; /* files that are no C: C++, assembler */
    u32 gone_count;  /* C files that are not there any more, such as those with which a build finds out what there is */
    Arena arena;
} Build;

void build_free(Build *build);
/* A command, with the words of its command line. What is no compilation, link or archive adds nothing. */
void build_add_command(Build *build, const char *folder, const Words *words);
/* For a C file of a database: its command is known to compile it. */
void build_add_unit(Build *build, const char *folder, const char *file, const char *output, const Words *words);

bool build_read_database(Build *build, const char *path, Error *error);
/* Runs the command; `recorder` is the library that takes notes (runtime/native/record.c). False with an error if it cannot
 * be run. *status: that of the command. */
bool build_record(Build *build, char *const *command, const char *recorder, int *status, Error *error);

/* "/a/./b/../c" is "/a/c"; relative to `folder`, which is absolute. */
const char *build_absolute(Arena *arena, const char *folder, const char *path);
/* A command line taken apart as a shell does, without its expansions. */
void build_split_command(const char *command, Arena *arena, Words *words);

/* ---- What belongs together ---- */

/* What is known of a unit once it is compiled. */
typedef struct {
    const BuildUnit *unit;
    Words defines; /* names that other files can see; those that may be defined twice (weak, common) are not in it */
    Words wants;   /* names that others must define */
} BuildSymbols;

typedef struct {
    u32 unit;        /* number of its BuildSymbols */
    bool is_context; /* its functions are looked at in another group: here they are called */
} BuildMember;

typedef VEC(BuildMember) BuildMembers;
typedef VEC(BuildMembers) BuildGroups;

/* Each unit is in one group as itself, and in any number of others as context. No group defines a name twice. */
void build_group(const Build *build, const BuildSymbols *symbols, u32 count, BuildGroups *groups);
void build_groups_free(BuildGroups *groups);

#endif
