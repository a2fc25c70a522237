/* KLEE's functions (include/user/klee/klee.h). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "loci_harness.h"
#include "user/klee/klee.h"
#undef klee_assert

HARNESS void klee_make_symbolic(void *address, size_t size, const char *name)
{
    if (size > 0) __loci_make_symbolic(address, size, name != NULL && *name != '\0' ? name : "unnamed");
}

HARNESS int klee_int(const char *name)
{
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

HARNESS int klee_range(int begin, int end, const char *name)
{
    if (begin >= end) klee_report_error(__FILE__, __LINE__, "klee_range: the range is empty", "user");
    if (begin == end - 1) return begin; /* nothing to choose: no object, as in KLEE */
    int value = klee_int(name);
    __loci_assume((begin <= value) & (value < end));
    return value;
}

HARNESS uintptr_t klee_choose(uintptr_t n)
{
    uintptr_t value;
    klee_make_symbolic(&value, sizeof value, "klee_choose");
    __loci_assume(value < n);
    return value;
}

HARNESS void klee_assume(uintptr_t condition)
{
    __loci_assume_aloud(condition != 0);
}

HARNESS void klee_prefer_cex(void *object, uintptr_t condition)
{
    (void)object;
    __loci_prefer(condition);
}

HARNESS void klee_posix_prefer_cex(void *object, uintptr_t condition)
{
    (void)object;
    __loci_prefer(condition);
}

/* ---- errors and ends ---- */

HARNESS _Noreturn void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    char message[256];
    snprintf(message, sizeof message, "assertion '%s' fails", text);
    __loci_fail(LOCI_ASSERTION, message);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
    abort();
}

/* For programs that declare it themselves. */
HARNESS void klee_assert(uintptr_t condition);
HARNESS void klee_assert(uintptr_t condition)
{
    if (condition) return;
    __loci_fail(LOCI_ASSERTION, "the condition of klee_assert is false");
    abort();
}

HARNESS _Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    char text[256];
    (void)suffix;
    snprintf(text, sizeof text, "%s:%d: %s", file, line, message);
    __loci_fail(LOCI_USER_REPORT, text);
    fprintf(stderr, "%s\n", text);
    abort();
}

HARNESS _Noreturn void klee_abort(void)
{
    abort();
}

HARNESS _Noreturn void klee_silent_exit(int status)
{
    __loci_end_silently(status);
}

/* An object is contiguous, and a pointer stays in its own: the two ends say it all. */
HARNESS void klee_check_memory_access(const void *address, size_t size)
{
    const volatile char *bytes = address;
    if (size == 0) return;
    (void)bytes[0];
    (void)bytes[size - 1];
}

/* ---- questions ---- */

HARNESS unsigned klee_is_symbolic(uintptr_t value)
{
    return (unsigned)__loci_is_symbolic(value);
}

#ifndef LOCI_NATIVE
HARNESS unsigned klee_is_replay(void)
{
    return 0;
}
#endif

HARNESS size_t klee_get_obj_size(void *object)
{
    return __loci_block_size(object);
}

HARNESS int klee_get_errno(void)
{
    return errno;
}

HARNESS float klee_get_valuef(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = (uint32_t)__loci_some_value(bits);
    memcpy(&value, &bits, sizeof value);
    return value;
}

HARNESS double klee_get_valued(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = __loci_some_value(bits);
    memcpy(&value, &bits, sizeof value);
    return value;
}

HARNESS long klee_get_valuel(long value)
{
    return (long)__loci_some_value((unsigned long)value);
}

HARNESS long long klee_get_valuell(long long value)
{
    return (long long)__loci_some_value((uint64_t)value);
}

HARNESS int32_t klee_get_value_i32(int32_t value)
{
    return (int32_t)__loci_some_value((uint32_t)value);
}

HARNESS int64_t klee_get_value_i64(int64_t value)
{
    return (int64_t)__loci_some_value((uint64_t)value);
}

/* ---- messages ---- */

static void say_warning(const char *message, int how)
{
    char line[256];
    snprintf(line, sizeof line, "warning: %s", message);
    __loci_say(line, how);
}

HARNESS void klee_warning(const char *message)
{
    say_warning(message, 0);
}

HARNESS void klee_warning_once(const char *message)
{
    say_warning(message, LOCI_ONCE);
}

HARNESS void klee_stack_trace(void)
{
    __loci_say("stack:", LOCI_WITH_CALLS);
}

/* The machine prints expressions itself: it knows their types. */
#ifdef LOCI_NATIVE
HARNESS void klee_print_range(const char *name, int value)
{
    fprintf(stderr, "%s: %d\n", name, value);
}

HARNESS void klee_print_expr(const char *message, ...)
{
    fprintf(stderr, "%s\n", message);
}
#endif

/* ---- hints to the engine ---- */

HARNESS void klee_set_forking(unsigned enable)
{
    __loci_set_forking(enable != 0);
}

HARNESS void klee_open_merge(void)
{
    __loci_open_merge();
}

HARNESS void klee_close_merge(void)
{
    __loci_close_merge();
}

HARNESS void klee_mark_global(void *object)
{
    (void)object;
}
