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
#include <sys/mman.h>
#include <unistd.h>

#define LOCI_NATIVE
#include "harness_cprover.c"
#include "harness_kernel.c"
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

static struct object {
    const char *name;
    const unsigned char *bytes;
    uint32_t size;
    int is_taken; /* the program has asked for it */
} *objects;
static uint32_t object_count;

static struct {
    unsigned char *at, *end;
} file;

static uint32_t take_number(void)
{
    if (file.end - file.at < 4) unfit("the test is damaged");
    uint32_t number = (uint32_t)file.at[0] << 24 | (uint32_t)file.at[1] << 16 | (uint32_t)file.at[2] << 8 | file.at[3];
    file.at += 4;
    return number;
}

static unsigned char *take_bytes(uint32_t *size)
{
    *size = take_number();
    if (*size > (size_t)(file.end - file.at)) unfit("the test is damaged");
    unsigned char *bytes = file.at;
    file.at += *size;
    return bytes;
}

static void read_file(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) unfit("cannot read the test '%s'", path);
    long size = ftell(stream);
    rewind(stream);
    file.at = malloc((size_t)size + 1);
    if (file.at == NULL || fread(file.at, 1, (size_t)size, stream) != (size_t)size) unfit("cannot read the test '%s'", path);
    file.end = file.at + size;
    fclose(stream);
}

static void read_test(void)
{
    static int is_read;
    if (is_read) return;
    is_read = 1;
    const char *path = getenv("LOCI_TEST");
    if (path == NULL) path = getenv("KTEST_FILE");
    if (path == NULL) unfit("no test: LOCI_TEST is not set");
    read_file(path);
    if (file.end - file.at < 5 || (memcmp(file.at, "KTEST", 5) != 0 && memcmp(file.at, "BOUT\n", 5) != 0))
        unfit("'%s' is no test", path);
    file.at += 5;
    uint32_t version = take_number(), size;
    for (uint32_t count = take_number(); count > 0; count--) take_bytes(&size);
    if (version >= 2) {
        take_number();
        take_number();
    }
    object_count = take_number();
    objects = calloc((size_t)object_count + 1, sizeof *objects);
    if (objects == NULL) unfit("the test is damaged");
    for (uint32_t i = 0; i < object_count; i++) {
        uint32_t length;
        const char *name = (const char *)take_bytes(&length);
        objects[i].name = strndup(name, length);
        objects[i].bytes = take_bytes(&objects[i].size);
    }
}

/* ---- which object is meant ---- */

static int ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), wanted = strlen(suffix);
    return length > wanted && strcmp(text + length - wanted, suffix) == 0;
}

/* Objects that were given to the program when it was started, or that only KLEE asks for (src/machine/inputs.c). */
static int is_of_environment(const char *name)
{
    return (strncmp(name, "arg", 3) == 0 && strlen(name) == 5) || strcmp(name, "n_args") == 0 || strncmp(name, "n_args_", 7) == 0 ||
           strcmp(name, "stdin") == 0 || strcmp(name, "stdin_pipe") == 0 || strncmp(name, "env:", 4) == 0 || strncmp(name, "threads:", 8) == 0 || strncmp(name, "fail:", 5) == 0 || ends_with(name, "_data") ||
           ends_with(name, "_stat") || strcmp(name, "model_version") == 0;
}

/* Objects of the program stand in the order of the calls; a name of the environment is looked for. */
static struct object *find(const char *name)
{
    int by_name = is_of_environment(name);
    for (uint32_t i = 0; i < object_count; i++) {
        if (objects[i].is_taken) continue;
        if (by_name ? strcmp(objects[i].name, name) == 0 : !is_of_environment(objects[i].name)) return &objects[i];
    }
    return NULL;
}

/* The name as the program says it, or with a number behind it that tells equal names apart. */
static int is_named(const struct object *object, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(object->name, name, length) != 0) return 0;
    const char *rest = object->name + length;
    return *rest == '\0' || (*rest == '_' && rest[1] != '\0' && rest[1 + strspn(rest + 1, "0123456789")] == '\0');
}

/* After the last object everything is 0, as in `loci exec --test`. */
void __loci_make_symbolic(void *address, size_t size, const char *name)
{
    read_test();
    struct object *object = find(name);
    memset(address, 0, size);
    if (object == NULL) return;
    if (object->size != size || (!is_of_environment(name) && !is_named(object, name)))
        unfit("the test does not fit: the program asks for '%s' of %zu bytes, the next input is '%s' of %u bytes", name,
              size, object->name, object->size);
    object->is_taken = 1;
    memcpy(address, object->bytes, size);
}

/* ---- the rest of the boundary ---- */

void __loci_assume(int condition)
{
    if (!condition) unfit("an assumption of the program does not hold for this test");
}

void __loci_assume_aloud(int condition)
{
    __loci_assume(condition);
}

void __loci_fail(int kind, const char *message)
{
    static const char *const kinds[] = {"error", "assertion-failure", "reach-error", "abort", "user-report"};
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", kinds[kind > 0 && kind < 5 ? kind : 0], message);
}

_Noreturn void __loci_end_silently(int status)
{
    __loci_end_path(status);
}

void __loci_prefer(uintptr_t condition)
{
    (void)condition;
}

void __loci_say(const char *message, int how)
{
    static const char *told[64];
    static int count;
    for (int i = 0; how & LOCI_ONCE && i < count; i++)
        if (strcmp(told[i], message) == 0) return;
    if (how & LOCI_ONCE && count < 64) told[count++] = strdup(message);
    fprintf(stderr, "%s\n", message);
}

void __loci_set_forking(int enabled)
{
    (void)enabled;
}

void __loci_open_merge(void)
{
}

void __loci_close_merge(void)
{
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

/* KLEE's objects at addresses that the program says. */
void klee_define_fixed_object(void *address, size_t size)
{
    size_t page = 4096, first = (size_t)address & ~(page - 1), end = ((size_t)address + size + page - 1) & ~(page - 1);
    void *area = mmap((void *)first, end - first, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (area != (void *)first) {
        fprintf(stderr, "replay: no object can be at %p on this machine\n", address);
        _exit(2);
    }
}
