/* Runs a program with every input it can have: the oracle of test/symbolic.py.
 *
 * Linked to a program whose main, exit and abort are renamed (see oracle_flags in symbolic.py). The inputs a program
 * asks for are choices on a tape; after a run the last choice that can be raised is raised and those behind it are
 * dropped, so that the runs go depth first through all inputs. One line a run goes to standard output:
 *     OBJECTS TAB RESULT TAB OUTPUT
 * where OBJECTS is `name=hex` of each input, joined by `|`; RESULT the exit status or the kind of the error; OUTPUT hex.
 * Runs share a process until one fails (or always have their own: argument "isolated", for programs with state in
 * globals). The tape is in shared memory, so the parent goes on behind the run in which a child died. */
#define _GNU_SOURCE
#include <sanitizer/allocator_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_feature(memory_sanitizer)
#define MEMORY 1
#else
#define MEMORY 0
#include <sanitizer/asan_interface.h>
#include <sanitizer/lsan_interface.h>
#endif

enum { MAX_CHOICES = 64, MAX_OUTPUT = 4096, MAX_LINE = 16384 };

int program_main(void);
void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file, unsigned *line,
                                     unsigned *column, char **memory);

static struct {
    int value[MAX_CHOICES], radix[MAX_CHOICES];
    int length; /* choices known from the runs so far */
    bool done;
} *tape;

static int position;              /* choices made in this run */
static char objects[4096];        /* the inputs of this run, as printed */
static int nondet_count;          /* inputs without a name in this run */
static char output[MAX_OUTPUT];
static size_t output_length;
static long live_blocks;
static bool counting;             /* blocks of the program, not of this driver */
static jmp_buf end_of_run;
static const char *result;
static char number[16];
static int report;                /* descriptor of the lines */

/* ---- The tape ---- */

static int choose(int radix) {
    if (position == MAX_CHOICES) {
        fprintf(stderr, "too many inputs\n");
        _exit(2);
    }
    if (position == tape->length) {
        tape->value[position] = 0;
        tape->radix[position] = radix;
        tape->length++;
    }
    return tape->value[position++];
}

static void advance(void) {
    tape->length = position;
    while (tape->length && tape->value[tape->length - 1] + 1 == tape->radix[tape->length - 1])
        tape->length--;
    if (tape->length)
        tape->value[tape->length - 1]++;
    else
        tape->done = true;
}

/* ---- What a run reports ---- */

static void append_hex(char *line, size_t *length, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        *length += (size_t)sprintf(line + *length, "%02x", ((const unsigned char *)bytes)[i]);
}

static void write_line(const char *kind) {
    static char line[MAX_LINE];
    size_t length = (size_t)sprintf(line, "%s\t%s\t", objects, kind);
    append_hex(line, &length, output, output_length);
    line[length++] = '\n';
    if (write(report, line, length) != (ssize_t)length)
        _exit(2);
}

/* From inside a sanitizer's report or a signal: nothing of this process can be trusted any more. */
static _Noreturn void die(const char *kind) {
    counting = false;
    output_length = 0;
    write_line(kind);
    advance();
    _exit(0);
}

static _Noreturn void finish(const char *kind) {
    result = kind;
    _longjmp(end_of_run, 1);
}

static void check_leaks(void) {
    counting = false;
#if !MEMORY
    if (live_blocks && __lsan_do_recoverable_leak_check())
        die("leak");
#endif
}

/* ---- The harness functions ---- */

static void name_object(const char *name, const void *bytes, size_t size) {
    size_t length = strlen(objects);
    length += (size_t)sprintf(objects + length, "%s%s=", length ? "|" : "", name);
    append_hex(objects, &length, bytes, size);
}

void klee_make_symbolic(void *address, size_t size, const char *name) {
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)address)[i] = (unsigned char)choose(256);
    name_object(name, address, size);
}

int klee_range(int begin, int end, const char *name) {
    int value = begin + choose(end - begin);
    name_object(name, &value, sizeof value);
    return value;
}

static void nondet(void *address, size_t size, int radix) {
    char name[16];
    sprintf(name, "n%d", nondet_count++);
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)address)[i] = (unsigned char)choose(radix);
    name_object(name, address, size);
}

#define NONDET(type, name, radix)                                                                                      \
    type __VERIFIER_nondet_##name(void) {                                                                              \
        type value;                                                                                                    \
        nondet(&value, sizeof value, radix);                                                                           \
        return value;                                                                                                  \
    }
NONDET(_Bool, bool, 2)
NONDET(char, char, 256)
NONDET(unsigned char, uchar, 256)
NONDET(short, short, 256)
NONDET(unsigned short, ushort, 256)

void klee_assume(uintptr_t condition) {
    if (!condition)
        finish(NULL);
}

void __VERIFIER_assume(int condition) { klee_assume((uintptr_t)condition); }
void klee_silent_exit(int status) { finish(NULL); }
void __VERIFIER_error(void) { die("reach-error"); }
void reach_error(void) { die("reach-error"); }

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { die("assertion-failure"); }
_Noreturn void oracle_abort(void) { die("abort"); }

_Noreturn void oracle_exit(int status) {
    check_leaks(); /* here, while the callers' variables still hold their blocks */
    sprintf(number, "%d", status & 255);
    finish(number);
}

/* ---- Errors ---- */

#if MEMORY
static void on_death(void) { die("uninitialised"); }
#else
static const char *const KINDS[][2] = {
    {"heap-buffer-overflow", "out-of-bounds"},      {"stack-buffer-overflow", "out-of-bounds"},
    {"stack-buffer-underflow", "out-of-bounds"},    {"global-buffer-overflow", "out-of-bounds"},
    {"negative-size-param", "out-of-bounds"},       {"heap-use-after-free", "use-after-free"},
    {"stack-use-after-scope", "use-after-scope"},   {"stack-use-after-return", "use-after-return"},
    {"double-free", "double-free"},                 {"bad-free", "invalid-free"},
    {"param-overlap", "overlap"},                   {"stack-overflow", "stack-overflow"},
    {"signed-integer-overflow", "signed-overflow"}, {"shift", "bad-shift"},
    {"integer-divide-by-zero", "division-by-zero"}, {"unreachable-call", "unreachable"},
};

static _Noreturn void die_of(const char *description) {
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strstr(description, KINDS[i][0]))
            die(KINDS[i][1]);
    die(description);
}

void __asan_on_error(void) { die_of(__asan_get_report_description()); }

void __ubsan_on_report(void) {
    const char *kind, *message, *file;
    unsigned line, column;
    char *memory;
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &memory);
    die_of(kind);
}
#endif

static void on_signal(int signal, siginfo_t *info, void *context) {
    if (signal == SIGALRM)
        die("endless");
    die((uintptr_t)info->si_addr < 4096 ? "null-dereference" : "wild-pointer");
}

static void on_malloc(const volatile void *block, size_t size) {
    live_blocks += counting;
}

static void on_free(const volatile void *block) {
    live_blocks -= counting && block;
}

static ssize_t keep_output(void *cookie, const char *text, size_t size) {
    if (output_length + size > MAX_OUTPUT)
        die("too much output");
    memcpy(output + output_length, text, size);
    output_length += size;
    return (ssize_t)size;
}

/* ---- Runs ---- */

static void run_once(void) {
    position = 0;
    objects[0] = 0;
    nondet_count = 0;
    output_length = 0;
    live_blocks = 0;
    alarm(10);
    if (!_setjmp(end_of_run)) {
        counting = true;
        int status = program_main();
        check_leaks();
        sprintf(number, "%d", status & 255);
        result = number;
    }
    counting = false;
    fflush(stdout);
    if (result)
        write_line(result);
    advance();
}

static void prepare(void) {
    static char buffer[MAX_OUTPUT];
    stdout = fopencookie(NULL, "w", (cookie_io_functions_t){.write = keep_output});
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    static char stack[65536];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
#if MEMORY
    __sanitizer_set_death_callback(on_death);
#endif
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

int main(int argc, char **argv) {
    bool isolated = argc > 1 && !strcmp(argv[1], "isolated");
    report = dup(1);
    tape = mmap(NULL, sizeof *tape, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    prepare();
    while (!tape->done) {
        pid_t child = fork();
        if (!child) {
            do
                run_once();
            while (!tape->done && !isolated);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (status) {
            dprintf(report, "\tdriver-failed-%d\t\n", status);
            return 1;
        }
    }
    return 0;
}
