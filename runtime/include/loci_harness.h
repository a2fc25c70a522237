/* The harness functions: KLEE's, SV-COMP's and CBMC's ways to say that a value may be anything, that something is
 * assumed and that something is an error. All of them are thin functions over the boundary in loci_machine.h, and are
 * compiled twice: to bitcode for the machine, and natively for `loci replay`, where native/replay.c implements the
 * boundary. They are weak because natively a program may bring its own. */
#ifndef LOCI_HARNESS_H
#define LOCI_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include "loci_machine.h"

#define HARNESS __attribute__((weak))

/* Defines `Type prefixNAME(void)`, which returns any value of its type. The object is called as the function is, so
 * that a test says what it was made for. */
#define HARNESS_NONDET(prefix, NAME, Type)                                                                             \
    HARNESS Type prefix##NAME(void);                                                                                   \
    HARNESS Type prefix##NAME(void)                                                                                    \
    {                                                                                                                  \
        Type value;                                                                                                    \
        __loci_make_symbolic(&value, sizeof value, #prefix #NAME);                                                     \
        return value;                                                                                                  \
    }

/* Of the bytes of a _Bool, only 0 and 1 are values. */
#define HARNESS_NONDET_BOOL(prefix, NAME)                                                                              \
    HARNESS _Bool prefix##NAME(void);                                                                                  \
    HARNESS _Bool prefix##NAME(void)                                                                                   \
    {                                                                                                                  \
        unsigned char value;                                                                                           \
        __loci_make_symbolic(&value, sizeof value, #prefix #NAME);                                                     \
        __loci_assume(value <= 1);                                                                                     \
        return (_Bool)value;                                                                                           \
    }

/* The types that SV-COMP and CBMC name alike. */
#define HARNESS_COMMON_TYPES(X, prefix)                                                                                \
    X(prefix, char, char)                                                                                              \
    X(prefix, uchar, unsigned char)                                                                                    \
    X(prefix, unsigned_char, unsigned char)                                                                            \
    X(prefix, short, short)                                                                                            \
    X(prefix, ushort, unsigned short)                                                                                  \
    X(prefix, unsigned_short, unsigned short)                                                                          \
    X(prefix, int, int)                                                                                                \
    X(prefix, uint, unsigned)                                                                                          \
    X(prefix, unsigned, unsigned)                                                                                      \
    X(prefix, unsigned_int, unsigned)                                                                                  \
    X(prefix, long, long)                                                                                              \
    X(prefix, ulong, unsigned long)                                                                                    \
    X(prefix, unsigned_long, unsigned long)                                                                            \
    X(prefix, longlong, long long)                                                                                     \
    X(prefix, ulonglong, unsigned long long)                                                                           \
    X(prefix, float, float)                                                                                            \
    X(prefix, double, double)                                                                                          \
    X(prefix, long_double, long double)                                                                                \
    X(prefix, size_t, size_t)                                                                                          \
    X(prefix, u8, uint8_t)                                                                                             \
    X(prefix, u16, uint16_t)                                                                                           \
    X(prefix, u32, uint32_t)                                                                                           \
    X(prefix, u64, uint64_t)                                                                                           \
    X(prefix, s8, int8_t)                                                                                              \
    X(prefix, s16, int16_t)                                                                                            \
    X(prefix, s32, int32_t)                                                                                            \
    X(prefix, s64, int64_t)                                                                                            \
    X(prefix, pointer, void *)

#endif
