/* Intervals of floats: which numbers the result of an operation may be, and whether it may be no number.
 *
 * Rounding is monotone, whatever its mode: the ends of a result's interval are results on the ends of the arguments'
 * intervals, computed by the host in the same format. So nothing is lost by rounding, and on single values the result is
 * exact. The two zeros are one value here. Formats of 32 and 64 bits; a double holds the values of both. */
#ifndef SOLVER_RANGES_H
#define SOLVER_RANGES_H

#include "term/facts.h"
#include "term/term.h"

typedef struct {
    double low, high;          /* infinities included; meaningless if it is never a number */
    bool number, not_a_number; /* what it may be */
} FloatRange;

static inline bool range_has_format(u32 width) { return width == 32 || width == 64; }

FloatRange range_anything(void);
FloatRange range_hull(FloatRange x, FloatRange y);

/* What a pattern with these facts may be, and what is known of the pattern of such a float. */
FloatRange range_of_pattern(const TermFacts *facts, u32 width);
TermFacts range_pattern(FloatRange range, u32 width);
/* The exponent field of it. */
TermFacts range_exponent(FloatRange range, u32 width);

FloatRange range_negated(FloatRange range);
FloatRange range_absolute(FloatRange range);

/* The result of an operation with a float result; `same`: both arguments are the same term. FTOF is from `from` bits. */
FloatRange range_compute(TermOp op, TermRounding mode, u32 width, u32 from, const FloatRange *args, bool same);
FloatRange range_of_integer(TermOp op, TermRounding mode, u32 width, const TermFacts *integer);

/* Of FEQ, FLT and FLE, as facts of one bit. */
TermFacts range_compare(TermOp op, FloatRange x, FloatRange y);
TermFacts range_to_integer(TermOp op, TermRounding mode, u32 width, FloatRange x);

#endif
