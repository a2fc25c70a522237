#include "term/float_exact.h"

/* The x87 format writes the leading bit of its significand down, the others do not. */
typedef struct {
    u32 exponent_bits, significand_bits; /* the leading bit counted */
    bool explicit_bit;
} Format;

static Format format_of(u32 width) {
    switch (width) {
    case 16: return (Format){5, 11, false};
    case 32: return (Format){8, 24, false};
    case 64: return (Format){11, 53, false};
    case 80: return (Format){15, 64, true};
    default: return (Format){15, 113, false};
    }
}

static u32 stored_bits(Format f) { return f.significand_bits - !f.explicit_bit; }
static long bias_of(Format f) { return (1l << (f.exponent_bits - 1)) - 1; }

/* Rounding. */

typedef struct {
    bool negative;
    bool is_infinite;
    long exponent;     /* of the leading bit of a normal number */
    mpz_t significand; /* with the leading bit */
} Rounded;

/* The exponent of the leading bit of n/d. */
static long leading_exponent(const mpz_t n, const mpz_t d) {
    long e = (long)mpz_sizeinbase(n, 2) - (long)mpz_sizeinbase(d, 2);
    mpz_t scaled;
    mpz_init(scaled);
    if (e >= 0) mpz_mul_2exp(scaled, d, (mp_bitcnt_t)e);
    else mpz_mul_2exp(scaled, n, (mp_bitcnt_t)-e);
    bool below = e >= 0 ? mpz_cmp(n, scaled) < 0 : mpz_cmp(scaled, d) < 0;
    mpz_clear(scaled);
    return below ? e - 1 : e;
}

static bool rounds_up(TermRounding mode, bool negative, bool is_odd, int against_half, bool is_exact) {
    switch (mode) {
    case ROUND_NEAREST_EVEN: return against_half > 0 || (against_half == 0 && is_odd);
    case ROUND_NEAREST_AWAY: return against_half >= 0 && !is_exact;
    case ROUND_UP: return !negative && !is_exact;
    case ROUND_DOWN: return negative && !is_exact;
    default: return false;
    }
}

/* Divides with `bits` bits of quotient where the exponent allows, and rounds. */
static void round_quotient(Rounded *r, const mpz_t n, const mpz_t d, u32 bits, long least, TermRounding mode) {
    mpz_t scaled, divisor, rest;
    mpz_inits(scaled, divisor, rest, NULL);
    r->exponent = MAX(leading_exponent(n, d), least);
    long shift = (long)bits - 1 - r->exponent;
    mpz_mul_2exp(scaled, n, shift > 0 ? (mp_bitcnt_t)shift : 0);
    mpz_mul_2exp(divisor, d, shift < 0 ? (mp_bitcnt_t)-shift : 0);
    mpz_fdiv_qr(r->significand, rest, scaled, divisor);
    bool is_exact = mpz_sgn(rest) == 0;
    mpz_mul_2exp(rest, rest, 1);
    if (rounds_up(mode, r->negative, mpz_odd_p(r->significand), mpz_cmp(rest, divisor), is_exact))
        mpz_add_ui(r->significand, r->significand, 1);
    if (mpz_sizeinbase(r->significand, 2) > bits) {
        mpz_tdiv_q_2exp(r->significand, r->significand, 1);
        r->exponent++;
    }
    mpz_clears(scaled, divisor, rest, NULL);
}

static void overflow(Rounded *r, u32 bits, long greatest, TermRounding mode) {
    bool to_largest =
        mode == ROUND_TO_ZERO || (mode == ROUND_UP && r->negative) || (mode == ROUND_DOWN && !r->negative);
    r->is_infinite = !to_largest;
    r->exponent = greatest;
    mpz_set_ui(r->significand, 1);
    mpz_mul_2exp(r->significand, r->significand, bits);
    mpz_sub_ui(r->significand, r->significand, 1);
}

static u128 bits_of(const mpz_t number) {
    u64 limbs[2] = {0, 0};
    assert(mpz_sizeinbase(number, 2) <= 128);
    mpz_export(limbs, NULL, -1, sizeof limbs[0], 0, 0, number);
    return (u128)limbs[1] << 64 | limbs[0];
}

static u128 pattern(const Rounded *r, Format f) {
    u128 leading = (u128)1 << (f.significand_bits - 1), fraction = bits_of(r->significand);
    bool is_normal = fraction & leading;
    u128 exponent = is_normal ? (u128)(r->exponent + bias_of(f)) : 0;
    if (!f.explicit_bit) fraction &= ~leading;
    if (r->is_infinite) {
        exponent = ((u128)1 << f.exponent_bits) - 1;
        fraction = f.explicit_bit ? leading : 0;
    }
    return ((u128)r->negative << f.exponent_bits | exponent) << stored_bits(f) | fraction;
}

u128 float_exact_round(const mpq_t value, u32 width, TermRounding mode) {
    Format f = format_of(width);
    Rounded r = {.negative = mpq_sgn(value) < 0};
    mpz_t magnitude;
    mpz_inits(r.significand, magnitude, NULL);
    mpz_abs(magnitude, mpq_numref(value));
    if (mpz_sgn(magnitude)) round_quotient(&r, magnitude, mpq_denref(value), f.significand_bits, 1 - bias_of(f), mode);
    if (r.exponent > bias_of(f)) overflow(&r, f.significand_bits, bias_of(f), mode);
    u128 bits = pattern(&r, f);
    mpz_clears(r.significand, magnitude, NULL);
    return bits;
}

/* Operations. */

static void set_integer(mpz_t out, u128 value) {
    u64 limbs[2] = {(u64)value, (u64)(value >> 64)};
    mpz_import(out, 2, -1, sizeof limbs[0], 0, 0, limbs);
}

/* The number a pattern stands for; false for infinities. NaNs are the caller's. */
static bool set_value(mpq_t out, u32 width, u128 bits) {
    Format f = format_of(width);
    u32 stored = stored_bits(f);
    u128 fraction = bits & (((u128)1 << stored) - 1);
    u64 exponent = (u64)(bits >> stored) & low_mask(f.exponent_bits);
    if (exponent == low_mask(f.exponent_bits)) return false;
    if (exponent && !f.explicit_bit) fraction |= (u128)1 << stored;
    long scale = (long)MAX(exponent, (u64)1) - bias_of(f) - (long)(f.significand_bits - 1);
    set_integer(mpq_numref(out), fraction);
    mpz_set_ui(mpq_denref(out), 1);
    if (scale >= 0) mpq_mul_2exp(out, out, (mp_bitcnt_t)scale);
    else mpq_div_2exp(out, out, (mp_bitcnt_t)-scale);
    if (bits >> (width - 1) & 1) mpq_neg(out, out);
    return true;
}

/* The exact result in v[0]; false when there is none. */
static bool compute(TermOp op, mpq_t v[3]) {
    switch (op) {
    case TERM_FADD: mpq_add(v[0], v[0], v[1]); return true;
    case TERM_FSUB: mpq_sub(v[0], v[0], v[1]); return true;
    case TERM_FMUL: mpq_mul(v[0], v[0], v[1]); return true;
    case TERM_FDIV:
        if (mpq_sgn(v[1])) mpq_div(v[0], v[0], v[1]);
        return mpq_sgn(v[1]);
    case TERM_FFMA:
        mpq_mul(v[0], v[0], v[1]);
        mpq_add(v[0], v[0], v[2]);
        return true;
    default: assert(op == TERM_FTOF); return true;
    }
}

bool float_exact_compute(TermOp op, u32 width, u32 from, TermRounding mode, const u128 *in, u128 *result) {
    u32 arity = op == TERM_FTOF ? 1 : op == TERM_FFMA ? 3 : 2;
    mpq_t v[3];
    mpq_inits(v[0], v[1], v[2], NULL);
    bool ok = true;
    for (u32 i = 0; i < arity && ok; i++) ok = set_value(v[i], from, in[i]);
    ok = ok && compute(op, v) && mpq_sgn(v[0]);
    if (ok) *result = float_exact_round(v[0], width, mode);
    mpq_clears(v[0], v[1], v[2], NULL);
    return ok;
}

u128 float_exact_integer(u32 width, u128 value, u32 from, bool is_signed, TermRounding mode) {
    bool negative = is_signed && (value >> (from - 1) & 1);
    if (negative) value = -value & (from < 128 ? ((u128)1 << from) - 1 : ~(u128)0);
    mpq_t number;
    mpq_init(number);
    set_integer(mpq_numref(number), value);
    if (negative) mpq_neg(number, number);
    u128 bits = float_exact_round(number, width, mode);
    mpq_clear(number);
    return bits;
}
