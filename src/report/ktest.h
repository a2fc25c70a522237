/* A test in KLEE's format: the program's name and arguments, and the bytes of each symbolic object in the order in
 * which the program made them.
 *
 *     "KTEST" or "BOUT\n"  version  argument count  { length, bytes }  [ two unused numbers, from version 2 ]
 *     object count  { name length, name, size, bytes }
 *
 * Numbers are 32 bits, the most significant byte first. KLEE cannot read names or objects of length 0; so they are not
 * written, and an error where they are read. */
#ifndef REPORT_KTEST_H
#define REPORT_KTEST_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

typedef struct {
    const char *name;
    const u8 *bytes;
    u32 size;
} KTestObject;

typedef struct {
    VEC(const char *) arguments; /* [0]: the program */
    VEC(KTestObject) objects;
    Arena arena; /* owns all names and bytes */
} KTest;

void ktest_add_argument(KTest *test, const char *argument); /* both copy what they are given */
void ktest_add_object(KTest *test, const char *name, const void *bytes, u32 size);
void ktest_free(KTest *test);

/* False with an error: one sentence that names the file. */
bool ktest_read(KTest *test, const char *path, Error *error);
bool ktest_write(const KTest *test, const char *path, Error *error);
/* The same on bytes in memory; `path` is for the sentence. */
bool ktest_parse(KTest *test, const u8 *bytes, size_t size, const char *path, Error *error);
bool ktest_encode(const KTest *test, Text *out, Error *error);

/* The program's arguments, without its name and without the options of KLEE's model of the environment (--sym-arg 3),
 * which KLEE keeps among them. */
typedef VEC(const char *) KTestArguments;
void ktest_program_arguments(const KTest *test, KTestArguments *arguments);

/* For reading: each object with its size, its bytes, and what they are as a number and as text. */
void ktest_print(Text *out, const KTest *test);

#endif
