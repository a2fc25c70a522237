/* The harness functions natively, for `loci replay`: the boundary of loci_machine.h on a test instead of an engine.
 *
 * The test is the file that the environment variable LOCI_TEST names, or KTEST_FILE as for KLEE's own library.
 * Arguments, standard input, files and variables of the test are not made here: whoever starts the program has given
 * them to it. What does not fit is said on standard error in a line that begins with "loci-replay: ", and the program
 * ends with status 2. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOCI_NATIVE
#include "harness_cprover.c"
#include "harness_klee.c"
#include "harness_verifier.c"

enum { UNFIT_STATUS = 2 };

HARNESS unsigned klee_is_replay(void)
{
    return 1;
}

__attribute__((format(printf, 1, 2))) static _Noreturn void unfit(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fputs("loci-replay: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    _exit(UNFIT_STATUS);
}

/* ---- the test ---- */

/* What is left of the file, from the first object that was not asked for. */
static struct {
    unsigned char *at, *end;
    uint32_t objects;
    int is_read;
} test;

static uint32_t take_number(void)
{
    if (test.end - test.at < 4) unfit("the test is damaged");
    uint32_t number = (uint32_t)test.at[0] << 24 | (uint32_t)test.at[1] << 16 | (uint32_t)test.at[2] << 8 | test.at[3];
    test.at += 4;
    return number;
}

static unsigned char *take_bytes(uint32_t *size)
{
    *size = take_number();
    if (*size > (size_t)(test.end - test.at)) unfit("the test is damaged");
    unsigned char *bytes = test.at;
    test.at += *size;
    return bytes;
}

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) unfit("cannot read the test '%s'", path);
    long size = ftell(file);
    rewind(file);
    test.at = malloc((size_t)size + 1);
    if (test.at == NULL || fread(test.at, 1, (size_t)size, file) != (size_t)size) unfit("cannot read the test '%s'", path);
    test.end = test.at + size;
    fclose(file);
}

static void read_test(void)
{
    if (test.is_read) return;
    test.is_read = 1;
    const char *path = getenv("LOCI_TEST");
    if (path == NULL) path = getenv("KTEST_FILE");
    if (path == NULL) unfit("no test: LOCI_TEST is not set");
    read_file(path);
    if (test.end - test.at < 5 || (memcmp(test.at, "KTEST", 5) != 0 && memcmp(test.at, "BOUT\n", 5) != 0))
        unfit("'%s' is no test", path);
    test.at += 5;
    uint32_t version = take_number(), size;
    for (uint32_t count = take_number(); count > 0; count--) take_bytes(&size);
    if (version >= 2) {
        take_number();
        take_number();
    }
    test.objects = take_number();
}

/* ---- which object is meant ---- */

static int is_called(const unsigned char *name, uint32_t length, const char *text)
{
    return length == strlen(text) && memcmp(name, text, length) == 0;
}

/* Objects that were given to the program when it was started (src/engine/inputs.c). */
static int is_of_environment(const unsigned char *name, uint32_t length)
{
    return (length == 5 && memcmp(name, "arg", 3) == 0) || is_called(name, length, "n_args") ||
           is_called(name, length, "stdin") || (length > 4 && memcmp(name, "env:", 4) == 0) ||
           (length > 5 && memcmp(name + length - 5, "_data", 5) == 0);
}

void __loci_make_symbolic(void *address, size_t size, const char *name)
{
    read_test();
    while (test.objects > 0) {
        uint32_t length, bytes;
        unsigned char *found = take_bytes(&length), *content = take_bytes(&bytes);
        test.objects--;
        if (is_of_environment(found, length) && !is_called(found, length, name)) continue;
        if (bytes != size)
            unfit("the program asks for '%s' of %zu bytes, the next input is '%.*s' of %u bytes", name, size,
                  (int)length, (const char *)found, bytes);
        memcpy(address, content, size);
        return;
    }
    memset(address, 0, size); /* behind the last one everything is 0, as in `loci exec --test` */
}

/* ---- the rest of the boundary ---- */

void __loci_assume(int condition)
{
    if (!condition) unfit("an assumption of the program does not hold for this test");
}

void __loci_fail(int kind, const char *message)
{
    static const char *const kinds[] = {"error", "assertion-failure", "reach-error", "abort", "user-report"};
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", kinds[kind > 0 && kind < 5 ? kind : 0], message);
}

_Noreturn void __loci_end_path(int status)
{
    fflush(NULL);
    _exit(status);
}

int __loci_is_symbolic(uint64_t value)
{
    (void)value;
    return 0;
}

uint64_t __loci_some_value(uint64_t value)
{
    return value;
}

size_t __loci_block_size(const void *block)
{
    return malloc_usable_size((void *)block);
}
