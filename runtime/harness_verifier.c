/* SV-COMP's functions, those of its rules and those that tasks use besides. */
#include <stdlib.h>
#include <sys/types.h>
#include "loci_harness.h"

HARNESS_COMMON_TYPES(HARNESS_NONDET, __VERIFIER_nondet_)
HARNESS_NONDET_BOOL(__VERIFIER_nondet_, bool)
HARNESS_NONDET_BOOL(__VERIFIER_nondet_, _Bool)
HARNESS_NONDET(__VERIFIER_nondet_, schar, signed char)
HARNESS_NONDET(__VERIFIER_nondet_, U8, uint8_t)
HARNESS_NONDET(__VERIFIER_nondet_, U16, uint16_t)
HARNESS_NONDET(__VERIFIER_nondet_, U32, uint32_t)
HARNESS_NONDET(__VERIFIER_nondet_, U64, uint64_t)
HARNESS_NONDET(__VERIFIER_nondet_, S8, int8_t)
HARNESS_NONDET(__VERIFIER_nondet_, S16, int16_t)
HARNESS_NONDET(__VERIFIER_nondet_, S32, int32_t)
HARNESS_NONDET(__VERIFIER_nondet_, S64, int64_t)
HARNESS_NONDET(__VERIFIER_nondet_, loff_t, long long)
HARNESS_NONDET(__VERIFIER_nondet_, sector_t, unsigned long)
HARNESS_NONDET(__VERIFIER_nondet_, pthread_t, unsigned long)
HARNESS_NONDET(__VERIFIER_nondet_, ptrdiff_t, ptrdiff_t)
HARNESS_NONDET(__VERIFIER_nondet_, ssize_t, ssize_t)
HARNESS_NONDET(__VERIFIER_nondet_, pchar, char *)
HARNESS_NONDET(__VERIFIER_nondet_, charp, char *)
HARNESS_NONDET(__VERIFIER_nondet_, string, char *)
HARNESS_NONDET(__VERIFIER_nondet_, const_char_pointer, const char *)
#ifdef __SIZEOF_INT128__
HARNESS_NONDET(__VERIFIER_nondet_, int128, __int128)
HARNESS_NONDET(__VERIFIER_nondet_, uint128, unsigned __int128)
#endif

HARNESS void __VERIFIER_nondet_memory(void *memory, size_t size);
HARNESS void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    if (size > 0) __loci_make_symbolic(memory, size, "__VERIFIER_nondet_memory");
}

HARNESS void __VERIFIER_assume(int condition);
HARNESS void __VERIFIER_assume(int condition)
{
    __loci_assume(condition != 0);
}

HARNESS _Noreturn void __VERIFIER_error(void);
HARNESS _Noreturn void __VERIFIER_error(void)
{
    __loci_fail(LOCI_REACH_ERROR, "__VERIFIER_error is called");
    abort();
}

HARNESS _Noreturn void reach_error(void);
HARNESS _Noreturn void reach_error(void)
{
    __loci_fail(LOCI_REACH_ERROR, "reach_error is called");
    abort();
}

HARNESS void __VERIFIER_assert(int condition);
HARNESS void __VERIFIER_assert(int condition)
{
    if (condition) return;
    __loci_fail(LOCI_ASSERTION, "the condition of __VERIFIER_assert is false");
    abort();
}

/* There is one thread. */
HARNESS void __VERIFIER_atomic_begin(void);
HARNESS void __VERIFIER_atomic_begin(void)
{
}

HARNESS void __VERIFIER_atomic_end(void);
HARNESS void __VERIFIER_atomic_end(void)
{
}
