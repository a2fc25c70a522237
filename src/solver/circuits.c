#include "solver/circuits.h"

#include <string.h>

void circuit_add(Aig *aig, Lit *r, const Lit *a, const Lit *b, Lit carry, u32 width) {
    for (u32 i = 0; i < width; i++) {
        Lit differ = aig_xor(aig, a[i], b[i]);
        r[i] = aig_xor(aig, differ, carry);
        carry = aig_mux(aig, differ, carry, a[i]);
    }
}

void circuit_neg(Aig *aig, Lit *r, const Lit *a, u32 width) {
    Lit carry = LIT_TRUE;
    for (u32 i = 0; i < width; i++) {
        r[i] = aig_xor(aig, lit_not(a[i]), carry);
        carry = aig_and(aig, lit_not(a[i]), carry);
    }
}

void circuit_mux(Aig *aig, Lit *r, Lit condition, const Lit *yes, const Lit *no, u32 width) {
    for (u32 i = 0; i < width; i++) r[i] = aig_mux(aig, condition, yes[i], no[i]);
}

static u32 known_bits(const Lit *a, u32 width) {
    u32 count = 0;
    for (u32 i = 0; i < width; i++) count += a[i] <= LIT_TRUE;
    return count;
}

/* Adds shifted copies of a, one a bit of b; b is the operand with more constant bits. */
bool circuit_mul(Aig *aig, Lit *r, const Lit *a, const Lit *b, u32 width, Deadline *deadline) {
    if (known_bits(a, width) > known_bits(b, width)) {
        const Lit *other = a;
        a = b;
        b = other;
    }
    Lit *row = xmalloc(2 * width * sizeof *row), *sum = row + width;
    for (u32 i = 0; i < width; i++) r[i] = LIT_FALSE;
    bool in_time = true;
    for (u32 shift = 0; shift < width && in_time; shift++) {
        if (b[shift] == LIT_FALSE) continue;
        u32 rest = width - shift;
        for (u32 i = 0; i < rest; i++) row[i] = aig_and(aig, a[i], b[shift]);
        circuit_add(aig, sum, r + shift, row, LIT_FALSE, rest);
        memcpy(r + shift, sum, rest * sizeof *r);
        in_time = !aig->full && !deadline_is_over(deadline);
    }
    free(row);
    return in_time;
}

u32 circuit_unsigned_bits(const Lit *a, u32 width) {
    while (width > 1 && a[width - 1] == LIT_FALSE) width--;
    return width;
}

u32 circuit_signed_bits(const Lit *a, u32 width) {
    while (width > 1 && a[width - 1] == a[width - 2]) width--;
    return width;
}

/* Restoring division, as by hand: a divisor of 0 yields all ones and the dividend, as SMT-LIB wants it. */
static bool divide(Aig *aig, Lit *quotient, Lit *rest, const Lit *a, const Lit *b, u32 width, Deadline *deadline) {
    u32 n = width + 1;
    Lit *work = xmalloc(3 * n * sizeof *work), *shifted = work, *difference = work + n, *minus_b = work + 2 * n;
    for (u32 i = 0; i < width; i++) {
        rest[i] = LIT_FALSE;
        minus_b[i] = lit_not(b[i]);
    }
    minus_b[width] = LIT_TRUE;
    bool in_time = true;
    for (u32 step = width; step-- > 0 && in_time;) {
        shifted[0] = a[step];
        memcpy(shifted + 1, rest, width * sizeof *rest);
        circuit_add(aig, difference, shifted, minus_b, LIT_TRUE, n);
        /* The rest is below b, so the difference of n bits is negative exactly when b does not go in. */
        quotient[step] = lit_not(difference[width]);
        circuit_mux(aig, rest, quotient[step], difference, shifted, width);
        in_time = !aig->full && !deadline_is_over(deadline);
    }
    free(work);
    return in_time;
}

/* Extended bytes divide as bytes. Above them the quotient is 0, but for a divisor of 0. */
bool circuit_divide(Aig *aig, Lit *quotient, Lit *rest, const Lit *a, const Lit *b, u32 width, Deadline *deadline) {
    u32 n = MAX(circuit_unsigned_bits(a, width), circuit_unsigned_bits(b, width));
    bool in_time = divide(aig, quotient, rest, a, b, n, deadline);
    Lit is_zero = LIT_TRUE;
    for (u32 i = 0; i < n && n < width; i++) is_zero = aig_and(aig, is_zero, lit_not(b[i]));
    for (u32 i = n; i < width; i++) {
        quotient[i] = is_zero;
        rest[i] = LIT_FALSE;
    }
    return in_time;
}

void circuit_shift(Aig *aig, Lit *r, const Lit *a, const Lit *distance, u32 width, bool left, Lit fill) {
    Lit *from = xmalloc(width * sizeof *from);
    memcpy(r, a, width * sizeof *r);
    Lit too_far = LIT_FALSE;
    for (u32 stage = 0; stage < width; stage++) {
        if (stage >= 32 || (u32)1 << stage >= width) {
            too_far = aig_or(aig, too_far, distance[stage]);
            continue;
        }
        u32 step = (u32)1 << stage;
        memcpy(from, r, width * sizeof *r);
        for (u32 i = 0; i < width; i++) {
            Lit moved = left ? (i >= step ? from[i - step] : fill) : (i + step < width ? from[i + step] : fill);
            r[i] = aig_mux(aig, distance[stage], moved, from[i]);
        }
    }
    for (u32 i = 0; i < width; i++) r[i] = aig_mux(aig, too_far, fill, r[i]);
    free(from);
}

Lit circuit_eq(Aig *aig, const Lit *a, const Lit *b, u32 width) {
    Lit all = LIT_TRUE;
    for (u32 i = 0; i < width && all != LIT_FALSE; i++) all = aig_and(aig, all, aig_eq(aig, a[i], b[i]));
    return all;
}

Lit circuit_ult(Aig *aig, const Lit *a, const Lit *b, u32 width) {
    Lit below = LIT_FALSE;
    for (u32 i = 0; i < width; i++) below = aig_mux(aig, aig_xor(aig, a[i], b[i]), b[i], below);
    return below;
}

/* As unsigned with the top bits exchanged. */
Lit circuit_slt(Aig *aig, const Lit *a, const Lit *b, u32 width) {
    Lit below = circuit_ult(aig, a, b, width - 1);
    return aig_mux(aig, aig_xor(aig, a[width - 1], b[width - 1]), a[width - 1], below);
}
