#include "term/wide.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

static u32 limbs_of(u32 width) { return (width + 63) / 64; }

static void clear_above(u64 *r, u32 width) {
    if (width % 64) r[limbs_of(width) - 1] &= low_mask(width % 64);
}

static bool bit_at(const u64 *a, u32 bit) { return a[bit / 64] >> (bit % 64) & 1; }

static bool is_negative(const u64 *a, u32 width) { return bit_at(a, width - 1); }

static u32 significant_limbs(const u64 *a, u32 limbs) {
    while (limbs && !a[limbs - 1]) limbs--;
    return limbs;
}

void wide_NOT(u64 *r, const u64 *a, u32 width) {
    for (u32 i = 0; i < limbs_of(width); i++) r[i] = ~a[i];
    clear_above(r, width);
}

void wide_NEG(u64 *r, const u64 *a, u32 width) {
    mpn_neg(r, a, limbs_of(width));
    clear_above(r, width);
}

void wide_AND(u64 *r, const u64 *a, const u64 *b, u32 width) {
    for (u32 i = 0; i < limbs_of(width); i++) r[i] = a[i] & b[i];
}

void wide_OR(u64 *r, const u64 *a, const u64 *b, u32 width) {
    for (u32 i = 0; i < limbs_of(width); i++) r[i] = a[i] | b[i];
}

void wide_XOR(u64 *r, const u64 *a, const u64 *b, u32 width) {
    for (u32 i = 0; i < limbs_of(width); i++) r[i] = a[i] ^ b[i];
}

void wide_ADD(u64 *r, const u64 *a, const u64 *b, u32 width) {
    mpn_add_n(r, a, b, limbs_of(width));
    clear_above(r, width);
}

void wide_STEP(u64 *r, const u64 *a, const u64 *b, u32 width) { wide_ADD(r, a, b, width); }

void wide_BASED(u64 *r, const u64 *a, const u64 *b, u32 width) { memcpy(r, a, limbs_of(width) * sizeof *r); }

void wide_MUL(u64 *r, const u64 *a, const u64 *b, u32 width) {
    u32 n = limbs_of(width);
    u64 *product = xmalloc(2 * n * sizeof *product);
    mpn_mul_n(product, a, b, n);
    memcpy(r, product, n * sizeof *r);
    clear_above(r, width);
    free(product);
}

/* Quotient and rest of unsigned division; either may be NULL. */
static void divide(u64 *quotient, u64 *rest, const u64 *a, const u64 *b, u32 width) {
    u32 n = limbs_of(width), divisor_limbs = significant_limbs(b, n);
    u64 *q = xcalloc(n + 1, sizeof *q), *r = xcalloc(n, sizeof *r);
    if (divisor_limbs) {
        mpn_tdiv_qr(q, r, 0, a, n, b, divisor_limbs);
    } else {
        memset(q, 0xff, n * sizeof *q);
        memcpy(r, a, n * sizeof *r);
    }
    if (quotient) {
        memcpy(quotient, q, n * sizeof *q);
        clear_above(quotient, width);
    }
    if (rest) memcpy(rest, r, n * sizeof *r);
    free(q);
    free(r);
}

void wide_UDIV(u64 *r, const u64 *a, const u64 *b, u32 width) { divide(r, NULL, a, b, width); }
void wide_UREM(u64 *r, const u64 *a, const u64 *b, u32 width) { divide(NULL, r, a, b, width); }

static u64 *magnitude(const u64 *a, u32 width) {
    u64 *r = xmalloc(limbs_of(width) * sizeof *r);
    if (is_negative(a, width)) {
        wide_NEG(r, a, width);
    } else {
        memcpy(r, a, limbs_of(width) * sizeof *r);
    }
    return r;
}

static void divide_signed(u64 *r, const u64 *a, const u64 *b, u32 width, bool want_rest) {
    u64 *x = magnitude(a, width), *y = magnitude(b, width);
    u64 *result = xmalloc(limbs_of(width) * sizeof *result);
    divide(want_rest ? NULL : result, want_rest ? result : NULL, x, y, width);
    bool negate = is_negative(a, width) != (!want_rest && is_negative(b, width));
    if (negate) {
        wide_NEG(r, result, width);
    } else {
        memcpy(r, result, limbs_of(width) * sizeof *r);
    }
    free(x);
    free(y);
    free(result);
}

void wide_SDIV(u64 *r, const u64 *a, const u64 *b, u32 width) { divide_signed(r, a, b, width, false); }
void wide_SREM(u64 *r, const u64 *a, const u64 *b, u32 width) { divide_signed(r, a, b, width, true); }

/* A shift distance, or `width` for every one that is at least that. */
static u32 shift_distance(const u64 *b, u32 width) {
    if (significant_limbs(b, limbs_of(width)) > 1 || b[0] >= width) return width;
    return (u32)b[0];
}

static void shift_right(u64 *r, const u64 *a, u32 n, u32 distance) {
    u32 limbs = distance / 64, bits = distance % 64;
    memset(r, 0, n * sizeof *r);
    if (limbs >= n) return;
    if (bits) {
        mpn_rshift(r, a + limbs, n - limbs, bits);
    } else {
        memcpy(r, a + limbs, (n - limbs) * sizeof *r);
    }
}

static void shift_left(u64 *r, const u64 *a, u32 n, u32 distance) {
    u32 limbs = distance / 64, bits = distance % 64;
    memset(r, 0, n * sizeof *r);
    if (limbs >= n) return;
    if (bits) {
        mpn_lshift(r + limbs, a, n - limbs, bits);
    } else {
        memcpy(r + limbs, a, (n - limbs) * sizeof *r);
    }
}

static void set_bits(u64 *r, u32 from, u32 to) {
    for (u32 bit = from; bit < to;) {
        if (bit % 64 == 0 && to - bit >= 64) {
            r[bit / 64] = ~(u64)0;
            bit += 64;
        } else {
            r[bit / 64] |= (u64)1 << (bit % 64);
            bit++;
        }
    }
}

void wide_SHL(u64 *r, const u64 *a, const u64 *b, u32 width) {
    u32 distance = shift_distance(b, width), n = limbs_of(width);
    if (distance == width) {
        memset(r, 0, n * sizeof *r);
        return;
    }
    shift_left(r, a, n, distance);
    clear_above(r, width);
}

void wide_LSHR(u64 *r, const u64 *a, const u64 *b, u32 width) {
    u32 distance = shift_distance(b, width), n = limbs_of(width);
    if (distance == width) {
        memset(r, 0, n * sizeof *r);
    } else {
        shift_right(r, a, n, distance);
    }
}

void wide_ASHR(u64 *r, const u64 *a, const u64 *b, u32 width) {
    wide_LSHR(r, a, b, width);
    if (is_negative(a, width)) set_bits(r, width - shift_distance(b, width), width);
}

bool wide_EQ(const u64 *a, const u64 *b, u32 width) { return !memcmp(a, b, limbs_of(width) * sizeof *a); }
bool wide_ULT(const u64 *a, const u64 *b, u32 width) { return mpn_cmp(a, b, limbs_of(width)) < 0; }
bool wide_SLT(const u64 *a, const u64 *b, u32 width) {
    bool a_negative = is_negative(a, width), b_negative = is_negative(b, width);
    return a_negative != b_negative ? a_negative : wide_ULT(a, b, width);
}

void wide_concat(u64 *r, const u64 *high, u32 high_width, const u64 *low, u32 low_width) {
    u32 n = limbs_of(high_width + low_width);
    u64 *extended = xcalloc(n, sizeof *extended);
    memcpy(extended, high, limbs_of(high_width) * sizeof *extended);
    shift_left(r, extended, n, low_width);
    for (u32 i = 0; i < limbs_of(low_width); i++) r[i] |= low[i];
    free(extended);
}

void wide_extract(u64 *r, const u64 *a, u32 a_width, u32 low, u32 width) {
    u32 n = limbs_of(a_width);
    u64 *shifted = xmalloc(n * sizeof *shifted);
    shift_right(shifted, a, n, low);
    memcpy(r, shifted, limbs_of(width) * sizeof *r);
    clear_above(r, width);
    free(shifted);
}

void wide_sext(u64 *r, const u64 *a, u32 a_width, u32 width) {
    memset(r, 0, limbs_of(width) * sizeof *r);
    memcpy(r, a, limbs_of(a_width) * sizeof *r);
    if (is_negative(a, a_width)) set_bits(r, a_width, width);
}
