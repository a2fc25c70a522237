/* Real numbers in scripts: ((_ to_fp e s) mode 1.5). The only reals there are; rounded exactly, in any mode. */
#include "term/smt_scope.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

static bool is_real(const Sexp *sexp) {
    if (sexp->kind == SEXP_NUMBER || sexp->kind == SEXP_DECIMAL) return true;
    if (sexp->kind != SEXP_LIST || sexp->count < 2 || sexp->count > 3) return false;
    if (sexp_is(sexp->items[0], "-")) return sexp->count == 2 && is_real(sexp->items[1]);
    return sexp_is(sexp->items[0], "/") && sexp->count == 3 && is_real(sexp->items[1]) && is_real(sexp->items[2]);
}

bool smt_is_real_conversion(const Sexp *sexp) {
    const Sexp *head = sexp->items[0];
    return sexp->count == 3 && head->kind == SEXP_LIST && head->count == 4 && sexp_is(head->items[0], "_") &&
           sexp_is(head->items[1], "to_fp") && is_real(sexp->items[2]);
}

static void set_decimal(mpq_t value, const char *text) {
    const char *point = strchr(text, '.');
    size_t decimals = point ? strlen(point + 1) : 0;
    char *digits = xstrdup(text);
    if (point) memmove(digits + (point - text), point + 1, decimals + 1);
    mpz_set_str(mpq_numref(value), digits, 10);
    mpz_ui_pow_ui(mpq_denref(value), 10, decimals);
    mpq_canonicalize(value);
    free(digits);
}

/* False for a division by zero. */
static bool set_real(mpq_t value, const Sexp *sexp) {
    if (sexp->kind != SEXP_LIST) {
        set_decimal(value, sexp->text);
        return true;
    }
    bool ok = set_real(value, sexp->items[1]);
    if (sexp->count == 2) {
        mpq_neg(value, value);
        return ok;
    }
    mpq_t divisor;
    mpq_init(divisor);
    ok = set_real(divisor, sexp->items[2]) && ok && mpq_sgn(divisor) != 0;
    if (ok) mpq_div(value, value, divisor);
    mpq_clear(divisor);
    return ok;
}

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

/* The bit pattern; the x87 format writes its leading bit down. */
static Term *pattern(TermStore *store, const Rounded *r, const SmtSort *sort, long bias) {
    bool explicit_bit = sort->width == sort->exponent + sort->significand + 1;
    u32 fraction_bits = sort->significand - 1 + explicit_bit;
    bool is_normal = mpz_sizeinbase(r->significand, 2) == sort->significand && mpz_sgn(r->significand);
    mpz_t bits, part;
    mpz_inits(bits, part, NULL);
    mpz_set_ui(bits, r->negative);
    mpz_mul_2exp(bits, bits, sort->exponent);
    mpz_add_ui(bits, bits,
               r->is_infinite ? (1ul << sort->exponent) - 1
               : is_normal    ? (unsigned long)(r->exponent + bias)
                              : 0);
    mpz_mul_2exp(bits, bits, fraction_bits);
    mpz_set(part, r->significand);
    if (is_normal && !explicit_bit) mpz_clrbit(part, sort->significand - 1);
    if (r->is_infinite) mpz_set_ui(part, 0);
    if (r->is_infinite && explicit_bit) mpz_setbit(part, sort->significand - 1);
    mpz_add(bits, bits, part);
    u64 limbs[4] = {0};
    mpz_export(limbs, NULL, -1, sizeof limbs[0], 0, 0, bits);
    mpz_clears(bits, part, NULL);
    return term_const_wide(store, sort->width, limbs);
}

static Term *round_real(TermStore *store, const mpq_t value, const SmtSort *sort, TermRounding mode) {
    long bias = (1l << (sort->exponent - 1)) - 1;
    Rounded r = {.negative = mpq_sgn(value) < 0};
    mpz_t magnitude;
    mpz_inits(r.significand, magnitude, NULL);
    mpz_abs(magnitude, mpq_numref(value));
    if (mpz_sgn(magnitude)) round_quotient(&r, magnitude, mpq_denref(value), sort->significand, 1 - bias, mode);
    if (r.exponent > bias) overflow(&r, sort->significand, bias, mode);
    Term *term = pattern(store, &r, sort, bias);
    mpz_clears(r.significand, magnitude, NULL);
    return term;
}

bool smt_read_real_conversion(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error) {
    u32 e, s;
    const Sexp *head = sexp->items[0];
    SmtSort sort;
    SmtValue mode;
    if (!smt_read_number(head->items[2], 2, 1000, &e, error) || !smt_read_number(head->items[3], 2, 1000, &s, error))
        return false;
    if (!smt_float_sort(e, s, &sort)) return sexp_error(error, head, "unsupported float format: Loci has those of C");
    if (!smt_read_value(scope, sexp->items[1], &mode, error)) return false;
    if (mode.sort.kind != SORT_ROUNDING) return sexp_error(error, sexp->items[1], "expected a rounding mode first");
    mpq_t value;
    mpq_init(value);
    bool ok = set_real(value, sexp->items[2]);
    if (ok) *out = (SmtValue){.term = round_real(scope->store, value, &sort, mode.rounding), .sort = sort};
    mpq_clear(value);
    return ok || sexp_error(error, sexp->items[2], "expected a real number, found a division by zero");
}
