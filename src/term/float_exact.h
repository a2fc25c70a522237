/* Floats as rational numbers: the result of an operation computed exactly and rounded once, in any mode. For the modes and
 * conversions that the host's arithmetic has not. */
#ifndef TERM_FLOAT_EXACT_H
#define TERM_FLOAT_EXACT_H

#include "term/term.h"

#include <gmp.h>

/* The pattern of `width` bits (a float width of term.h) nearest to `value` by the mode; zero is +0. */
u128 float_exact_round(const mpq_t value, u32 width, TermRounding mode);

/* FADD, FSUB, FMUL, FDIV, FFMA or FTOF on patterns of `from` bits. False when an operand is not finite, a divisor is zero
 * or the exact result is: these do not depend on how one rounds to nearest. */
bool float_exact_compute(TermOp op, u32 width, u32 from, TermRounding mode, const u128 *in, u128 *result);

/* UTOF and STOF of an integer of `from` bits, up to 128. */
u128 float_exact_integer(u32 width, u128 value, u32 from, bool is_signed, TermRounding mode);

#endif
