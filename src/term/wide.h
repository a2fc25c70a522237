/* Constants wider than 64 bits: arrays of 64-bit limbs, least significant first, bits above the width clear. The
 * functions named wide_<OP> compute what ops.def names <OP>; the result may not overlap the operands. */
#ifndef TERM_WIDE_H
#define TERM_WIDE_H

#include "base/base.h"

#define TERM_UNARY(OP, smt, value) void wide_##OP(u64 *r, const u64 *a, u32 width);
#define TERM_BINARY(OP, smt, commutes, value) void wide_##OP(u64 *r, const u64 *a, const u64 *b, u32 width);
#define TERM_COMPARE(OP, smt, commutes, value) bool wide_##OP(const u64 *a, const u64 *b, u32 width);
#include "term/ops.def"

void wide_concat(u64 *r, const u64 *high, u32 high_width, const u64 *low, u32 low_width);
void wide_extract(u64 *r, const u64 *a, u32 a_width, u32 low, u32 width);
void wide_sext(u64 *r, const u64 *a, u32 a_width, u32 width);

#endif
