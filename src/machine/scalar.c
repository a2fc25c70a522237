#include "machine/scalar.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(u64), "GMP's limbs are the machine's words");
#define LIMBS(x) ((mp_limb_t *)(x))
#define CONST_LIMBS(x) ((const mp_limb_t *)(x))

/* Temporaries of an operation: on the stack as long as the numbers are of a sane width. */
enum { NEAR_LIMBS = 64 };
typedef struct {
    u64 near[NEAR_LIMBS];
    u64 *far;
} Temporary;
static u64 *temporary_limbs(Temporary *temporary, u32 limbs) {
    temporary->far = limbs > NEAR_LIMBS ? xmalloc(limbs * sizeof(u64)) : NULL;
    return temporary->far ? temporary->far : temporary->near;
}

static void trim(u64 *x, u32 bits) {
    if (bits % 64) x[bits / 64] &= low_mask(bits % 64);
}
static bool bit_at(const u64 *x, u32 bit) { return x[bit / 64] >> (bit % 64) & 1; }
static bool is_negative(const u64 *x, u32 bits) { return bit_at(x, bits - 1); }
static bool is_zero(const u64 *x, u32 n) {
    assert(n > 0);
    return mpn_zero_p(CONST_LIMBS(x), n);
}
static void negate(u64 *d, const u64 *x, u32 n, u32 bits) {
    mpn_neg(LIMBS(d), CONST_LIMBS(x), n);
    trim(d, bits);
}
/* The value of an amount, or `limit` if it is not below it. */
static u64 amount_below(const u64 *x, u32 n, u64 limit) {
    for (u32 i = 1; i < n; i++)
        if (x[i]) return limit;
    return MIN(x[0], limit);
}

static int compare_unsigned(const u64 *a, const u64 *b, u32 n) { return mpn_cmp(CONST_LIMBS(a), CONST_LIMBS(b), n); }
static int compare_signed(const u64 *a, const u64 *b, u32 n, u32 bits) {
    bool na = is_negative(a, bits), nb = is_negative(b, bits);
    return na != nb ? (na ? -1 : 1) : compare_unsigned(a, b, n);
}

static void sign_extend_limbs(u64 *d, const u64 *a, u32 from, u32 to) {
    u32 n = (from + 63) / 64, total = (to + 63) / 64;
    bool negative = is_negative(a, from);
    memmove(d, a, n * sizeof(u64));
    if (negative && from % 64) d[n - 1] |= ~low_mask(from % 64);
    for (u32 i = n; i < total; i++) d[i] = negative ? ~(u64)0 : 0;
    trim(d, to);
}

static void shift_left(u64 *d, const u64 *a, u32 n, u32 bits, u64 by) {
    u32 words = (u32)(by / 64), rest = by % 64;
    for (u32 i = n; i-- > 0;) {
        u64 high = i >= words ? a[i - words] << rest : 0;
        u64 low = rest && i > words ? a[i - words - 1] >> (64 - rest) : 0;
        d[i] = high | low;
    }
    trim(d, bits);
}
static void shift_right(u64 *d, const u64 *a, u32 n, u64 by) {
    u32 words = (u32)(by / 64), rest = by % 64;
    for (u32 i = 0; i < n; i++) {
        u64 low = i + words < n ? a[i + words] >> rest : 0;
        u64 high = rest && i + words + 1 < n ? a[i + words + 1] << (64 - rest) : 0;
        d[i] = low | high;
    }
}
static void shift_right_signed(u64 *d, const u64 *a, u32 n, u32 bits, u64 by) {
    bool negative = is_negative(a, bits);
    shift_right(d, a, n, by);
    if (negative)
        for (u64 i = bits - by; i < bits; i++) d[i / 64] |= (u64)1 << (i % 64);
}

/* Quotient and remainder of magnitudes. */
static void divide(u64 *quotient, u64 *remainder, const u64 *a, const u64 *b, u32 n) {
    u32 used_b = n, used_a = n;
    while (!b[used_b - 1]) used_b--;
    while (used_a > used_b && !a[used_a - 1]) used_a--;
    memset(quotient, 0, n * sizeof(u64));
    memset(remainder, 0, n * sizeof(u64));
    if (used_a >= used_b)
        mpn_tdiv_qr(LIMBS(quotient), LIMBS(remainder), 0, CONST_LIMBS(a), used_a, CONST_LIMBS(b), used_b);
}

static bool divide_op(Op op, const u64 *a, const u64 *b, u64 *d, u32 n, u32 bits) {
    if (is_zero(b, n)) return false;
    bool is_signed = op == OP_SDIV || op == OP_SREM, wants_quotient = op == OP_UDIV || op == OP_SDIV;
    bool na = is_signed && is_negative(a, bits), nb = is_signed && is_negative(b, bits);
    Temporary t1, t2, t3, t4;
    u64 *x = temporary_limbs(&t1, n), *y = temporary_limbs(&t2, n);
    u64 *quotient = temporary_limbs(&t3, n), *remainder = temporary_limbs(&t4, n);
    if (na) negate(x, a, n, bits);
    else memcpy(x, a, n * sizeof(u64));
    if (nb) negate(y, b, n, bits);
    else memcpy(y, b, n * sizeof(u64));
    divide(quotient, remainder, x, y, n);
    bool overflows = na && nb && is_negative(quotient, bits); /* only minimum / -1 */
    if (!overflows) {
        bool negative = wants_quotient ? na != nb : na;
        const u64 *result = wants_quotient ? quotient : remainder;
        if (negative) negate(d, result, n, bits);
        else memcpy(d, result, n * sizeof(u64));
    }
    free(t1.far), free(t2.far), free(t3.far), free(t4.far);
    return !overflows;
}

/* d = a * b; tells whether the product fits as unsigned and as signed. */
static void multiply(u64 *d, const u64 *a, const u64 *b, u32 n, u32 bits, bool *fits_unsigned, bool *fits_signed) {
    Temporary t1, t2, t3, t4;
    u64 *x = temporary_limbs(&t1, n), *y = temporary_limbs(&t2, n);
    u64 *product = temporary_limbs(&t3, 2 * n), *magnitude = temporary_limbs(&t4, 2 * n);
    bool na = is_negative(a, bits), nb = is_negative(b, bits);
    if (na) negate(x, a, n, bits);
    else memcpy(x, a, n * sizeof(u64));
    if (nb) negate(y, b, n, bits);
    else memcpy(y, b, n * sizeof(u64));
    mpn_mul_n(LIMBS(product), CONST_LIMBS(a), CONST_LIMBS(b), n);
    mpn_mul_n(LIMBS(magnitude), CONST_LIMBS(x), CONST_LIMBS(y), n);
    *fits_unsigned = true;
    for (u32 i = bits; i < 2 * n * 64 && *fits_unsigned; i++) *fits_unsigned = !bit_at(product, i);
    *fits_signed = true;
    for (u32 i = bits; i < 2 * n * 64 && *fits_signed; i++) *fits_signed = !bit_at(magnitude, i);
    if (*fits_signed && bit_at(magnitude, bits - 1)) { /* only -2^(bits-1) itself fits */
        magnitude[(bits - 1) / 64] &= ~((u64)1 << ((bits - 1) % 64));
        *fits_signed = na != nb && is_zero(magnitude, 2 * n);
    }
    memcpy(d, product, n * sizeof(u64));
    trim(d, bits);
    free(t1.far), free(t2.far), free(t3.far), free(t4.far);
}

/* d = a + b or a - b; tells whether it fits as unsigned and as signed. */
static void add_or_subtract(bool add, u64 *d, const u64 *a, const u64 *b, u32 n, u32 bits, bool *fits_unsigned,
                            bool *fits_signed) {
    bool na = is_negative(a, bits), nb = is_negative(b, bits);
    u64 carry = add ? mpn_add_n(LIMBS(d), CONST_LIMBS(a), CONST_LIMBS(b), n)
                    : mpn_sub_n(LIMBS(d), CONST_LIMBS(a), CONST_LIMBS(b), n);
    bool wraps = carry || (bits % 64 && d[n - 1] >> (bits % 64));
    trim(d, bits);
    bool nd = is_negative(d, bits);
    *fits_unsigned = !wraps;
    *fits_signed = add ? !(na == nb && nd != na) : !(na != nb && nd != na);
}

static void arithmetic(Op op, u64 *d, const u64 *a, const u64 *b, u32 n, u32 bits, bool *fits_u, bool *fits_s) {
    if (op == OP_MUL) multiply(d, a, b, n, bits, fits_u, fits_s);
    else add_or_subtract(op == OP_ADD, d, a, b, n, bits, fits_u, fits_s);
}

static bool arithmetic_op(const ScalarOp *op, const u64 *a, const u64 *b, u64 *d, u32 n) {
    bool fits_unsigned, fits_signed;
    u16 flags = op->insn->flags;
    Temporary t;
    u64 *result = temporary_limbs(&t, n);
    arithmetic((Op)op->insn->op, result, a, b, n, op->bits, &fits_unsigned, &fits_signed);
    memcpy(d, result, n * sizeof(u64));
    free(t.far);
    if (flags & (INSN_CHECKED | INSN_NSW) && !fits_signed) return false;
    return !(flags & INSN_NUW) || fits_unsigned;
}

static void overflow_op(const ScalarOp *op, const u64 *a, const u64 *b, u64 *d, u32 n) {
    static const struct {
        Op operation;
        bool is_signed;
    } meaning[OP_COUNT] = {
        [OP_UADD_OVERFLOWS] = {OP_ADD, false}, [OP_USUB_OVERFLOWS] = {OP_SUB, false},
        [OP_UMUL_OVERFLOWS] = {OP_MUL, false}, [OP_SADD_OVERFLOWS] = {OP_ADD, true},
        [OP_SSUB_OVERFLOWS] = {OP_SUB, true},  [OP_SMUL_OVERFLOWS] = {OP_MUL, true},
    };
    bool fits_unsigned, fits_signed;
    Temporary t;
    u64 *result = temporary_limbs(&t, n);
    arithmetic(meaning[op->insn->op].operation, result, a, b, n, op->bits, &fits_unsigned, &fits_signed);
    free(t.far);
    *d = meaning[op->insn->op].is_signed ? !fits_signed : !fits_unsigned;
}

static void set_maximum(u64 *d, u32 n, u32 bits) {
    memset(d, 0xff, n * sizeof(u64));
    trim(d, bits);
}
static void set_signed_bound(u64 *d, u32 n, u32 bits, bool minimum) {
    if (minimum) memset(d, 0, n * sizeof(u64));
    else set_maximum(d, n, bits);
    d[(bits - 1) / 64] ^= (u64)1 << ((bits - 1) % 64);
}
static void saturating_op(const ScalarOp *op, const u64 *a, const u64 *b, u64 *d, u32 n) {
    bool add = op->insn->op == OP_UADD_SAT || op->insn->op == OP_SADD_SAT;
    bool is_signed = op->insn->op == OP_SADD_SAT || op->insn->op == OP_SSUB_SAT;
    bool fits_unsigned, fits_signed, negative = is_negative(a, op->bits);
    add_or_subtract(add, d, a, b, n, op->bits, &fits_unsigned, &fits_signed);
    if (is_signed && !fits_signed) set_signed_bound(d, n, op->bits, negative);
    else if (!is_signed && !fits_unsigned && add) set_maximum(d, n, op->bits);
    else if (!is_signed && !fits_unsigned) memset(d, 0, n * sizeof(u64));
}

static bool shift_op(const ScalarOp *op, const u64 *a, const u64 *b, u64 *d, u32 n) {
    u64 by = amount_below(b, n, op->bits);
    if (by == op->bits) return false;
    u16 flags = op->insn->flags;
    Temporary t;
    u64 *lost = temporary_limbs(&t, n);
    bool ok = true;
    if (op->insn->op == OP_SHL) {
        shift_right(lost, a, n, op->bits - 1 - by);
        if (flags & INSN_SIGNED_BASE) ok = is_zero(lost, n);
        shift_left(lost, a, n, op->bits, by);
        Temporary back_temporary;
        u64 *back = temporary_limbs(&back_temporary, n);
        shift_right(back, lost, n, by);
        if (flags & INSN_NUW) ok = ok && !compare_unsigned(back, a, n);
        shift_right_signed(back, lost, n, op->bits, by);
        if (flags & INSN_NSW) ok = ok && !compare_unsigned(back, a, n);
        free(back_temporary.far);
        memcpy(d, lost, n * sizeof(u64));
    } else {
        if (flags & INSN_EXACT && by) {
            shift_left(lost, a, n, op->bits, op->bits - by);
            ok = is_zero(lost, n);
        }
        if (op->insn->op == OP_LSHR) shift_right(d, a, n, by);
        else shift_right_signed(d, a, n, op->bits, by);
    }
    free(t.far);
    return ok;
}

static u64 count_leading(const u64 *a, u32 bits) {
    u64 count = 0;
    while (count < bits && !bit_at(a, (u32)(bits - 1 - count))) count++;
    return count;
}
static u64 count_trailing(const u64 *a, u32 bits) {
    u64 count = 0;
    while (count < bits && !bit_at(a, (u32)count)) count++;
    return count;
}
static void set_small(u64 *d, u32 n, u64 value) {
    memset(d, 0, n * sizeof(u64));
    d[0] = value;
}
static void reverse_bits(u64 *d, const u64 *a, u32 n, u32 bits, u32 group) {
    Temporary t;
    u64 *result = temporary_limbs(&t, n);
    memset(result, 0, n * sizeof(u64));
    for (u32 i = 0; i < bits; i++) {
        u32 to = bits - group - i / group * group + i % group;
        if (bit_at(a, i)) result[to / 64] |= (u64)1 << (to % 64);
    }
    memcpy(d, result, n * sizeof(u64));
    free(t.far);
}

/* (a:b) shifted left by c % bits, the high part; FSHR is the low part of a shift right. */
static void funnel_op(const ScalarOp *op, const u64 *a, const u64 *b, const u64 *c, u64 *d, u32 n) {
    u64 by = mpn_mod_1(CONST_LIMBS(c), n, op->bits);
    bool left = op->insn->op == OP_FSHL;
    Temporary t1, t2;
    u64 *high = temporary_limbs(&t1, n), *low = temporary_limbs(&t2, n);
    u64 left_by = left ? by : op->bits - by;
    if (by == 0) {
        memcpy(d, left ? a : b, n * sizeof(u64));
    } else {
        shift_left(high, a, n, op->bits, left_by);
        shift_right(low, b, n, op->bits - left_by);
        for (u32 i = 0; i < n; i++) d[i] = high[i] | low[i];
    }
    free(t1.far), free(t2.far);
}

static bool unary_op(const ScalarOp *op, const u64 *a, u64 *d, u32 n) {
    bool zero_poison = op->insn->flags & INSN_ZERO_POISON;
    switch (op->insn->op) {
    case OP_ABS: {
        bool negative = is_negative(a, op->bits);
        if (negative) negate(d, a, n, op->bits);
        else memmove(d, a, n * sizeof(u64));
        return !(zero_poison && negative && is_negative(d, op->bits));
    }
    case OP_BSWAP: reverse_bits(d, a, n, op->bits, 8); return true;
    case OP_BITREVERSE: reverse_bits(d, a, n, op->bits, 1); return true;
    case OP_CTPOP: set_small(d, n, mpn_popcount(CONST_LIMBS(a), n)); return true;
    case OP_CTLZ:
        if (zero_poison && is_zero(a, n)) return false;
        set_small(d, n, count_leading(a, op->bits));
        return true;
    default: /* OP_CTTZ */
        if (zero_poison && is_zero(a, n)) return false;
        set_small(d, n, count_trailing(a, op->bits));
        return true;
    }
}

static void pick(u64 *d, const u64 *x, u32 n) { memmove(d, x, n * sizeof(u64)); }

static void resize(const ScalarOp *op, const u64 *a, u64 *d, bool is_signed) {
    u32 from = (op->bits + 63) / 64, to = (op->result_bits + 63) / 64;
    if (is_signed && op->result_bits > op->bits) {
        sign_extend_limbs(d, a, op->bits, op->result_bits);
        return;
    }
    memmove(d, a, MIN(from, to) * sizeof(u64));
    for (u32 i = from; i < to; i++) d[i] = 0;
    trim(d, MIN(op->bits, op->result_bits)); /* a pointer of ILP32 has its object above its bits */
}

static bool integer_op(const ScalarOp *op, const u64 *a, const u64 *b, const u64 *c, u64 *d) {
    u32 n = (op->bits + 63) / 64, bits = op->bits;
    switch ((Op)op->insn->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: return arithmetic_op(op, a, b, d, n);
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM: return divide_op((Op)op->insn->op, a, b, d, n, bits);
    case OP_AND:
        for (u32 i = 0; i < n; i++) d[i] = a[i] & b[i];
        return true;
    case OP_OR:
        for (u32 i = 0; i < n; i++) d[i] = a[i] | b[i];
        return true;
    case OP_XOR:
        for (u32 i = 0; i < n; i++) d[i] = a[i] ^ b[i];
        return true;
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR: return shift_op(op, a, b, d, n);
    case OP_UMIN: pick(d, compare_unsigned(a, b, n) < 0 ? a : b, n); return true;
    case OP_UMAX: pick(d, compare_unsigned(a, b, n) > 0 ? a : b, n); return true;
    case OP_SMIN: pick(d, compare_signed(a, b, n, bits) < 0 ? a : b, n); return true;
    case OP_SMAX: pick(d, compare_signed(a, b, n, bits) > 0 ? a : b, n); return true;
    case OP_UADD_SAT:
    case OP_USUB_SAT:
    case OP_SADD_SAT:
    case OP_SSUB_SAT: saturating_op(op, a, b, d, n); return true;
    case OP_EQ: *d = compare_unsigned(a, b, n) == 0; return true;
    case OP_NE: *d = compare_unsigned(a, b, n) != 0; return true;
    case OP_ULT: *d = compare_unsigned(a, b, n) < 0; return true;
    case OP_ULE: *d = compare_unsigned(a, b, n) <= 0; return true;
    case OP_SLT: *d = compare_signed(a, b, n, bits) < 0; return true;
    case OP_SLE: *d = compare_signed(a, b, n, bits) <= 0; return true;
    case OP_UADD_OVERFLOWS:
    case OP_USUB_OVERFLOWS:
    case OP_UMUL_OVERFLOWS:
    case OP_SADD_OVERFLOWS:
    case OP_SSUB_OVERFLOWS:
    case OP_SMUL_OVERFLOWS: overflow_op(op, a, b, d, n); return true;
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_PTRTOINT:
    case OP_INTTOPTR:
    case OP_BITCAST: resize(op, a, d, false); return true;
    case OP_SEXT: resize(op, a, d, true); return true;
    case OP_MOVE:
    case OP_FREEZE: pick(d, a, n); return true;
    case OP_CHECK: *d = *a & 1; return *d;
    case OP_SELECT: pick(d, *a & 1 ? b : c, (op->result_bits + 63) / 64); return true;
    case OP_FSHL:
    case OP_FSHR: funnel_op(op, a, b, c, d, n); return true;
    default: return unary_op(op, a, d, n);
    }
}

static const u64 *operand(const ScalarOperand *operand, const u64 *r) {
    return operand->limbs ? operand->limbs : r + operand->cell;
}

bool scalar_execute(const ScalarOp *op, u64 *r) {
    const u64 *a = operand(&op->a, r), *b = operand(&op->b, r), *c = operand(&op->c, r);
    if (scalar_is_float_op((Op)op->insn->op)) return scalar_execute_float(op, a, b, c, r + op->d);
    return integer_op(op, a, b, c, r + op->d);
}
