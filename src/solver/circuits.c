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

/* Rows beyond the n bits overflow where a bit of q meets one of d that is too high for it; the others by their carry. */
bool circuit_mul_exact(Aig *aig, Lit *product, Lit *overflow, const Lit *q, const Lit *d, u32 n, u32 divisor_bits,
                       Deadline *deadline) {
    Lit *work = xmalloc(3 * (n + 1) * sizeof *work), *row = work, *sum = row + n + 1, *added = sum + n + 1;
    Lit above = LIT_FALSE; /* d has a bit that does not fit when it is shifted so far */
    for (u32 i = n; i < divisor_bits; i++) above = aig_or(aig, above, d[i]);
    for (u32 i = 0; i < n; i++) product[i] = LIT_FALSE;
    *overflow = LIT_FALSE;
    bool in_time = true;
    for (u32 shift = 0; shift < n && in_time; shift++) {
        u32 rest = n - shift;
        if (shift > 0 && rest < divisor_bits) above = aig_or(aig, above, d[rest]);
        *overflow = aig_or(aig, *overflow, aig_and(aig, q[shift], above));
        for (u32 i = 0; i < rest; i++) row[i] = aig_and(aig, i < divisor_bits ? d[i] : LIT_FALSE, q[shift]);
        memcpy(added, product + shift, rest * sizeof *added);
        row[rest] = added[rest] = LIT_FALSE;
        circuit_add(aig, sum, added, row, LIT_FALSE, rest + 1);
        *overflow = aig_or(aig, *overflow, sum[rest]);
        memcpy(product + shift, sum, rest * sizeof *sum);
        in_time = !aig->full && !deadline_is_over(deadline);
    }
    free(work);
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
