/* What the contracts of library functions (runtime/contracts) share.
 *
 * In `loci check` a function of contracts/ stands in the place of the library's own of the same name: it checks what it is
 * given, and returns anything that it may return. Streams and descriptors are heap blocks that are marked as such, so
 * that one that is lost, used after it was closed or closed twice is found as with any other block. */
#ifndef LOCI_CONTRACT_H
#define LOCI_CONTRACT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "loci_machine.h"

enum { LOCI_STREAM = 1, LOCI_DESCRIPTOR = 2 };
/* A heap block that stands for a stream or a descriptor. It is closed by free(). */
void *__loci_new_resource(int kind, size_t size);
/* Descriptors are numbers. The block that one stands for; null: it is not known. */
void *__loci_resource_of(int descriptor);
int __loci_descriptor_of(void *resource);

void __loci_use(uint64_t value); /* which must be defined */

/* The library is called with what it does not allow. `text` begins with the kind of the finding: "format: ...". */
void __loci_misuse(const char *text);

/* Does the value depend on what is not known to be input: arguments, variables, unknown functions? Never forks. */
int __loci_is_unknown(uint64_t value);

/* Of the variadic arguments of the innermost call that has some, as they were given. */
enum {
    LOCI_NO_ARGUMENT,
    LOCI_NARROW_INTEGER, /* to 32 bits */
    LOCI_WIDE_INTEGER,
    LOCI_POINTER,
    LOCI_DOUBLE,
    LOCI_LONG_DOUBLE,
    LOCI_OTHER
};
int __loci_argument_class(int index);

/* How many bytes there are behind an argument of the function that asks, which the program calls, if it names a member of
 * a struct (semantics/room.h); SIZE_MAX: that is not known. */
size_t __loci_room(int parameter);
/* So many bytes are going to be written there by `name`. */
void __loci_check_room(int parameter, size_t bytes, const char *name);

/* ---- Helpers: static, so that a file loads nothing else ---- */

static inline int __loci_any_int(const char *name)
{
    int value;
    __loci_make_symbolic(&value, sizeof value, name);
    return value;
}

static inline long __loci_any_long(const char *name)
{
    long value;
    __loci_make_symbolic(&value, sizeof value, name);
    return value;
}

/* From `least` to `most`. */
static inline long __loci_any_between(const char *name, long least, long most)
{
    long value = __loci_any_long(name);
    __loci_assume((value >= least) & (value <= most));
    return value;
}

static inline void __loci_touch(const void *place) { (void)*(const volatile char *)place; }

/* A string, as far as its bytes are known: beyond an unknown byte it may end at once. */
static inline void __loci_touch_text(const char *text)
{
    const volatile char *at = text;
    while (!__loci_is_symbolic((unsigned char)*at) && *at) at++;
}

static inline void __loci_touch_wide_text(const wchar_t *text)
{
    const volatile wchar_t *at = text;
    while (!__loci_is_symbolic((uint64_t)*at) && *at) at++;
}

/* The bytes become input; most buffers are so small that it need not be asked in pieces. Where the buffer is, or that it is
 * null, is a question of its own. */
static inline void __loci_fill(void *buffer, size_t size, const char *name)
{
    if (!size) return;
    __loci_touch(buffer);
    __loci_make_symbolic(buffer, size, name);
}

/* What the pointer leads to is given to others (semantics/hand_over.c). */
void __loci_hand_over(const void *pointer, const void *kept, int how, const char *name);

/* The same of a size that may not be a number: it must fit, and the object may hold anything from then on. */
static inline void __loci_fill_any(void *buffer, size_t size, const char *name)
{
    enum { CHANGES = 2 };
    if (!__loci_is_symbolic(size)) {
        __loci_fill(buffer, size, name);
        return;
    }
    __loci_touch((const char *)buffer + size - 1);
    __loci_hand_over(buffer, NULL, CHANGES, name);
}

#endif
