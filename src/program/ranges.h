/* Intervals and congruences of a function's registers: an abstract interpretation.
 *
 * A *range* says of an integer of up to 64 bits where it lies as a signed and as an unsigned number, and what it is modulo
 * some number. At the beginning of each block every register has one, which holds whenever a run of the function comes
 * there, whatever it was called with and whatever memory holds. Arithmetic wraps around.
 *
 * Blocks are interpreted until nothing changes. Where a loop is entered bounds that still move are widened to the
 * next number that the function compares something with, then to those of the type; afterwards bounds are made narrower
 * again by interpreting everything twice more. What a branch compares is known behind it. Of calls only the result is
 * looked at: that of a function that is not called by itself. */
#ifndef PROGRAM_RANGES_H
#define PROGRAM_RANGES_H

#include "program/program.h"

typedef struct {
    bool is_possible; /* false: no run comes here; the rest means nothing */
    i64 low, high;    /* as a signed number */
    u64 ulow, uhigh;  /* as an unsigned one */
    u64 modulus;      /* the signed number is `rest` modulo this; 0: it is one number, 1: nothing is known */
    i64 rest;         /* 0 .. modulus - 1; modulus 0: the number */
} Range;

typedef struct Ranges Ranges;

/* NULL: there is no body, or it is too large. */
Ranges *ranges_of(Program *program, Function *function);
void ranges_free(Ranges *ranges);
/* Of an integer register of up to 64 bits at the beginning of a block. */
Range ranges_at(const Ranges *ranges, u32 block, u32 reg);

/* ---- Values: ranges_values.c ---- */

Range range_any(u32 bits);
Range range_of_number(u64 value, u32 bits);
Range range_join(const Range *a, const Range *b, u32 bits);
Range range_meet(const Range *a, const Range *b, u32 bits);
bool range_is_same(const Range *a, const Range *b);
bool range_has(const Range *range, u64 value, u32 bits);
/* The result of an operation on two numbers of so many bits; anything if it is not known. */
Range range_operation(Op op, const Range *a, const Range *b, u32 bits);
Range range_convert(Op op, const Range *a, u32 from, u32 to); /* TRUNC, ZEXT, SEXT */
/* What `a` is where the comparison with `b` is true; comparisons are EQ to SLE. */
Range range_where(Op comparison, const Range *a, const Range *b, u32 bits);
/* The same where b is compared with a. */
Range range_where_right(Op comparison, const Range *a, const Range *b, u32 bits);

#endif
