/* What native runs of the corpus stand on: the functions that no tool sees, allocations that fail on request, and
 * watching over streams and descriptors, for which no sanitizer exists. check_truth.py makes the table of runs. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <wchar.h>

extern void (*const truth_runs[])(void);
int __real_close(int fd);

int choice, fail_allocation, verbosity, mode = 1;
const int CONSTANT_MODE = 1;
static volatile long sink;

int choose(void) { return choice; }
int mode_is_on(void) { return 1; }
int mode_is_off(void) { return 0; }
void show(long value) { sink = value; }
void show_text(const char *text) { sink = (long)strlen(text); }
void log_line(const char *text) { sink = (long)strlen(text); }
static void *kept_elsewhere[64];
void keep(void *place) {
    static int count;
    kept_elsewhere[count++] = place;
}

/* Standard input is this text. */
void give_input(const char *text) {
    char name[] = "/tmp/truth-XXXXXX";
    int fd = mkstemp(name);
    if (write(fd, text, strlen(text)) < 0 || lseek(fd, 0, SEEK_SET) < 0) abort();
    unlink(name);
    dup2(fd, 0);
    __real_close(fd);
}

static void complain(const char *what) {
    fprintf(stderr, "truth: %s\n", what);
    _exit(77);
}

/* The allocation of this number, counted from when fail_allocation was set, gives null. */
static int allocation_fails(void) { return fail_allocation && --fail_allocation == 0; }

void *__real_malloc(size_t size), *__real_calloc(size_t count, size_t size), *__real_realloc(void *p, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size) { return allocation_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return allocation_fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *p, size_t size) { return allocation_fails() ? NULL : __real_realloc(p, size); }
char *__wrap_strdup(const char *text) { return allocation_fails() ? NULL : __real_strdup(text); }

/* The sanitizers do not look into these. */
wchar_t *__wrap_wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    do to[i] = from[i];
    while (from[i++]);
    return to;
}
wchar_t *__wrap_wmemset(wchar_t *to, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = value;
    return to;
}
wchar_t *__wrap_wcsdup(const wchar_t *from) {
    wchar_t *copy = __wrap_malloc((wcslen(from) + 1) * sizeof *copy);
    return copy ? __wrap_wcscpy(copy, from) : NULL;
}

enum { MOST = 64 };
static FILE *closed[MOST];
static int closed_count;

static int is_closed(const FILE *f) {
    for (int i = 0; i < closed_count; i++)
        if (closed[i] == f) return 1;
    return 0;
}

FILE *__real_fopen(const char *name, const char *mode);
FILE *__wrap_fopen(const char *name, const char *mode) {
    FILE *f = __real_fopen(name, mode);
    for (int i = 0; i < closed_count; i++)
        if (closed[i] == f) closed[i] = NULL;
    return f;
}

int __real_fclose(FILE *f), __real_fgetc(FILE *f);
int __wrap_fclose(FILE *f) {
    if (f && is_closed(f)) complain("a stream is closed twice");
    if (closed_count < MOST) closed[closed_count++] = f;
    return __real_fclose(f);
}
int __wrap_fgetc(FILE *f) {
    if (f && is_closed(f)) complain("a closed stream is used");
    return __real_fgetc(f);
}
int __wrap_fprintf(FILE *f, const char *format, ...) {
    if (f && is_closed(f)) complain("a closed stream is used");
    va_list arguments;
    va_start(arguments, format);
    int result = vfprintf(f, format, arguments);
    va_end(arguments);
    return result;
}
int __wrap_close(int fd) {
    int result = __real_close(fd);
    if (result) complain("a descriptor is closed twice");
    return result;
}
ssize_t __real_read(int fd, void *to, size_t size);
ssize_t __wrap_read(int fd, void *to, size_t size) {
    if (fcntl(fd, F_GETFD) < 0) complain("a closed descriptor is used");
    return __real_read(fd, to, size);
}

static int open_descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 256; fd++) count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* What a case has left on the stack is no pointer to what it has lost. */
__attribute__((noinline)) static void scrub_the_stack(void) {
    volatile char room[1 << 14];
    for (size_t i = 0; i < sizeof room; i++) room[i] = 0;
}

int main(int argc, char **argv) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    int before = open_descriptors();
    truth_runs[atoi(argv[1])]();
    scrub_the_stack();
    fflush(stdout);
    if (open_descriptors() > before) complain("a descriptor stays open");
    return 0;
}
