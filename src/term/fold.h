/* The concrete arithmetic of bit-vectors up to 64 bits, as ops.def names it; operands have clear high bits. */
#ifndef TERM_FOLD_H
#define TERM_FOLD_H

#include "base/base.h"

static inline u64 fold_udiv(u64 a, u64 b) { return b ? a / b : ~(u64)0; }
static inline u64 fold_urem(u64 a, u64 b) { return b ? a % b : a; }

static inline bool fold_negative(u64 a, u32 w) { return a >> (w - 1) & 1; }
static inline u64 fold_magnitude(u64 a, u32 w) { return fold_negative(a, w) ? -a & low_mask(w) : a; }

static inline u64 fold_sdiv(u64 a, u64 b, u32 w) {
    u64 quotient = fold_udiv(fold_magnitude(a, w), fold_magnitude(b, w));
    return fold_negative(a, w) != fold_negative(b, w) ? -quotient : quotient;
}
static inline u64 fold_srem(u64 a, u64 b, u32 w) {
    u64 rest = fold_urem(fold_magnitude(a, w), fold_magnitude(b, w));
    return fold_negative(a, w) ? -rest : rest;
}

#endif
