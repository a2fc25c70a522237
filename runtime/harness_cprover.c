/* CBMC's functions. To CBMC any function without a body whose name begins with nondet_ returns any value; these are
 * the ones that programs usually declare. */
#include <stdlib.h>
#include <sys/types.h>
#include "loci_harness.h"

HARNESS_COMMON_TYPES(HARNESS_NONDET, nondet_)
HARNESS_NONDET_BOOL(nondet_, bool)
HARNESS_NONDET_BOOL(nondet_, _Bool)
HARNESS_NONDET(nondet_, schar, signed char)
HARNESS_NONDET(nondet_, signed_char, signed char)
HARNESS_NONDET(nondet_, signed_int, int)
HARNESS_NONDET(nondet_, signed, int)
HARNESS_NONDET(nondet_, long_long, long long)
HARNESS_NONDET(nondet_, unsigned_long_long, unsigned long long)
HARNESS_NONDET(nondet_, long_int, long)
HARNESS_NONDET(nondet_, unsigned_long_int, unsigned long)
HARNESS_NONDET(nondet_, long_long_int, long long)
HARNESS_NONDET(nondet_, unsigned_long_long_int, unsigned long long)
HARNESS_NONDET(nondet_, ssize_t, ssize_t)
HARNESS_NONDET(nondet_, ptrdiff_t, ptrdiff_t)
HARNESS_NONDET(nondet_, intptr_t, intptr_t)
HARNESS_NONDET(nondet_, uintptr_t, uintptr_t)
HARNESS_NONDET(nondet_, int8, int8_t)
HARNESS_NONDET(nondet_, int16, int16_t)
HARNESS_NONDET(nondet_, int32, int32_t)
HARNESS_NONDET(nondet_, int64, int64_t)
HARNESS_NONDET(nondet_, uint8, uint8_t)
HARNESS_NONDET(nondet_, uint16, uint16_t)
HARNESS_NONDET(nondet_, uint32, uint32_t)
HARNESS_NONDET(nondet_, uint64, uint64_t)
HARNESS_NONDET(nondet_, int8_t, int8_t)
HARNESS_NONDET(nondet_, int16_t, int16_t)
HARNESS_NONDET(nondet_, int32_t, int32_t)
HARNESS_NONDET(nondet_, int64_t, int64_t)
HARNESS_NONDET(nondet_, uint8_t, uint8_t)
HARNESS_NONDET(nondet_, uint16_t, uint16_t)
HARNESS_NONDET(nondet_, uint32_t, uint32_t)
HARNESS_NONDET(nondet_, uint64_t, uint64_t)
HARNESS_NONDET(nondet_, ptr, void *)
HARNESS_NONDET(nondet_, voidp, void *)
HARNESS_NONDET(nondet_, void_ptr, void *)
HARNESS_NONDET(nondet_, pchar, char *)
HARNESS_NONDET(nondet_, charp, char *)

/* An int, though CBMC says _Bool: most programs do not declare them, and pass what their condition is. */
HARNESS void __CPROVER_assume(int condition);
HARNESS void __CPROVER_assume(int condition)
{
    __loci_assume(condition != 0);
}

HARNESS void __CPROVER_assert(int condition, const char *description);
HARNESS void __CPROVER_assert(int condition, const char *description)
{
    if (condition) return;
    __loci_fail(LOCI_ASSERTION, description);
    abort();
}

HARNESS void __CPROVER_havoc_object(void *object);
HARNESS void __CPROVER_havoc_object(void *object)
{
    __loci_make_symbolic(object, __loci_block_size(object), "__CPROVER_havoc_object");
}

/* They only name values for a trace. */
HARNESS void __CPROVER_input(const char *name, ...);
HARNESS void __CPROVER_input(const char *name, ...)
{
    (void)name;
}

HARNESS void __CPROVER_output(const char *name, ...);
HARNESS void __CPROVER_output(const char *name, ...)
{
    (void)name;
}

/* There is one thread. */
HARNESS void __CPROVER_atomic_begin(void);
HARNESS void __CPROVER_atomic_begin(void)
{
}

HARNESS void __CPROVER_atomic_end(void);
HARNESS void __CPROVER_atomic_end(void)
{
}
