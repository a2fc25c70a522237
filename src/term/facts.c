/* Known bits and intervals: what an operation's result is known to be from what its arguments are known to be. */
#include "term/internal.h"

#include "term/fold.h"

static i64 signed_min(u32 width) { return sign_extend((u64)1 << (width - 1), width); }
static i64 signed_max(u32 width) { return (i64)low_mask(width - 1); }

TermFacts term_facts_unknown(u32 width) {
    return (TermFacts){.umax = low_mask(width), .smin = signed_min(width), .smax = signed_max(width)};
}

TermFacts term_facts_const(u32 width, u64 value) {
    i64 number = sign_extend(value, width);
    return (TermFacts){~value & low_mask(width), value, value, value, number, number};
}

static void intersect_unsigned(TermFacts *f, u64 low, u64 high) {
    f->umin = MAX(f->umin, low);
    f->umax = MIN(f->umax, high);
}

static void intersect_signed(TermFacts *f, i64 low, i64 high) {
    f->smin = MAX(f->smin, low);
    f->smax = MIN(f->smax, high);
}

/* Bits above the highest one in which the ends of the unsigned interval differ are the same in between. */
static void bits_from_interval(TermFacts *f, u32 width) {
    u64 difference = f->umin ^ f->umax;
    u64 common = difference ? ~low_mask(64 - (u32)__builtin_clzll(difference)) : ~(u64)0;
    common &= low_mask(width);
    f->ones |= f->umin & common;
    f->zeros |= ~f->umin & common;
}

bool term_facts_normalise(TermFacts *f, u32 width) {
    u64 mask = low_mask(width), sign = (u64)1 << (width - 1);
    for (int round = 0; round < 2; round++) {
        intersect_unsigned(f, f->ones, ~f->zeros & mask);
        if (f->smin >= 0) intersect_unsigned(f, (u64)f->smin, (u64)f->smax);
        if (f->smax < 0) intersect_unsigned(f, (u64)f->smin & mask, (u64)f->smax & mask);
        if (f->umin > f->umax || f->smin > f->smax) return false;
        if (f->umax < sign || f->umin >= sign)
            intersect_signed(f, sign_extend(f->umin, width), sign_extend(f->umax, width));
        bits_from_interval(f, width);
        if (f->zeros & f->ones || f->smin > f->smax) return false;
    }
    return true;
}

bool term_facts_meet(TermFacts *f, const TermFacts *other, u32 width) {
    f->zeros |= other->zeros;
    f->ones |= other->ones;
    intersect_unsigned(f, other->umin, other->umax);
    intersect_signed(f, other->smin, other->smax);
    return term_facts_normalise(f, width);
}

static TermFacts from_bits(u32 width, u64 zeros, u64 ones) {
    TermFacts f = term_facts_unknown(width);
    f.zeros = zeros & low_mask(width);
    f.ones = ones & low_mask(width);
    return f;
}

static TermFacts from_unsigned(u32 width, u64 low, u64 high) {
    TermFacts f = term_facts_unknown(width);
    f.umin = low;
    f.umax = high;
    return f;
}

static u64 add_saturated(u64 a, u64 b, bool *overflow) {
    u64 sum;
    *overflow = __builtin_add_overflow(a, b, &sum);
    return sum;
}

static TermFacts facts_add(const TermFacts *a, const TermFacts *b, u32 width) {
    TermFacts f = term_facts_unknown(width);
    bool low_over, high_over;
    u64 low = add_saturated(a->umin, b->umin, &low_over), high = add_saturated(a->umax, b->umax, &high_over);
    low_over |= low > low_mask(width);
    high_over |= high > low_mask(width);
    if (low_over == high_over) intersect_unsigned(&f, low & low_mask(width), high & low_mask(width));
    i64 slow, shigh;
    if (!__builtin_add_overflow(a->smin, b->smin, &slow) && !__builtin_add_overflow(a->smax, b->smax, &shigh) &&
        slow >= signed_min(width) && shigh <= signed_max(width))
        intersect_signed(&f, slow, shigh);
    /* The lowest bits known in both operands are known in the sum. */
    u64 known = (a->zeros | a->ones) & (b->zeros | b->ones);
    u32 run = known == ~(u64)0 ? 64 : (u32)__builtin_ctzll(~known);
    u64 sum = (a->ones + b->ones) & low_mask(run);
    f.ones |= sum & low_mask(width);
    f.zeros |= ~sum & low_mask(MIN(run, width));
    return f;
}

static TermFacts facts_neg(const TermFacts *a, u32 width) {
    TermFacts f = term_facts_unknown(width);
    if (a->umin > 0) f = from_unsigned(width, -a->umax & low_mask(width), -a->umin & low_mask(width));
    if (a->smin > signed_min(width)) intersect_signed(&f, -a->smax, -a->smin);
    u32 trailing = a->zeros == ~(u64)0 ? 64 : (u32)__builtin_ctzll(~a->zeros);
    f.zeros |= low_mask(MIN(trailing, width));
    return f;
}

static TermFacts facts_mul(const TermFacts *a, const TermFacts *b, u32 width) {
    TermFacts f = term_facts_unknown(width);
    u64 high;
    if (!__builtin_mul_overflow(a->umax, b->umax, &high) && high <= low_mask(width))
        intersect_unsigned(&f, a->umin * b->umin, high);
    u32 trailing = (u32)__builtin_ctzll(~a->zeros | (u64)1 << 63) + (u32)__builtin_ctzll(~b->zeros | (u64)1 << 63);
    f.zeros |= low_mask(MIN(trailing, width));
    i64 p[4];
    if (!__builtin_mul_overflow(a->smin, b->smin, &p[0]) && !__builtin_mul_overflow(a->smin, b->smax, &p[1]) &&
        !__builtin_mul_overflow(a->smax, b->smin, &p[2]) && !__builtin_mul_overflow(a->smax, b->smax, &p[3])) {
        i64 slow = MIN(MIN(p[0], p[1]), MIN(p[2], p[3])), shigh = MAX(MAX(p[0], p[1]), MAX(p[2], p[3]));
        if (slow >= signed_min(width) && shigh <= signed_max(width)) intersect_signed(&f, slow, shigh);
    }
    return f;
}

static TermFacts facts_udiv(const TermFacts *a, const TermFacts *b, u32 width) {
    if (b->umin == 0) return term_facts_unknown(width);
    return from_unsigned(width, a->umin / b->umax, a->umax / b->umin);
}

static TermFacts facts_urem(const TermFacts *a, const TermFacts *b, u32 width) {
    u64 high = a->umax;
    if (b->umin > 0) high = MIN(high, b->umax - 1);
    return from_unsigned(width, 0, high);
}

/* The least and the greatest absolute value; that of the least number of 64 bits fits, as it is unsigned. */
static u64 magnitude(i64 number) { return number < 0 ? -(u64)number : (u64)number; }
static u64 least_magnitude(const TermFacts *f) {
    return f->smin <= 0 && f->smax >= 0 ? 0 : MIN(magnitude(f->smin), magnitude(f->smax));
}
static u64 greatest_magnitude(const TermFacts *f) { return MAX(magnitude(f->smin), magnitude(f->smax)); }

/* Remainder has the sign of the dividend, is no larger than it, and smaller than a divisor that is not 0. */
static TermFacts facts_srem(const TermFacts *a, const TermFacts *b, u32 width) {
    TermFacts f = term_facts_unknown(width);
    intersect_signed(&f, MIN(a->smin, 0), MAX(a->smax, 0));
    if (least_magnitude(b) > 0) {
        i64 most = (i64)(greatest_magnitude(b) - 1);
        intersect_signed(&f, -most, most);
    }
    return f;
}

/* A quotient is no larger than the dividend, and by as much smaller as the divisor is large. The one that overflows, the
 * least number by -1, is left out. */
static TermFacts facts_sdiv(const TermFacts *a, const TermFacts *b, u32 width) {
    TermFacts f = term_facts_unknown(width);
    u64 least = least_magnitude(b), most;
    if (least == 0) return f;
    most = greatest_magnitude(a) / least;
    if (most > (u64)signed_max(width)) return f;
    bool may_be_negative = (a->smin < 0 && b->smax > 0) || (a->smax > 0 && b->smin < 0);
    bool may_be_positive = (a->smax > 0 && b->smax > 0) || (a->smin < 0 && b->smin < 0);
    intersect_signed(&f, may_be_negative ? -(i64)most : 0, may_be_positive ? (i64)most : 0);
    return f;
}

static TermFacts facts_shl(const TermFacts *a, const TermFacts *b, u32 width) {
    u32 trailing = (u32)__builtin_ctzll(~a->zeros | (u64)1 << 63);
    u64 least = MIN(b->umin, width);
    TermFacts f = from_bits(width, low_mask((u32)MIN(trailing + least, width)), 0);
    if (b->umax < width && a->umax <= low_mask(width) >> b->umax)
        intersect_unsigned(&f, a->umin << b->umin, a->umax << b->umax);
    return f;
}

static TermFacts facts_lshr(const TermFacts *a, const TermFacts *b, u32 width) {
    u64 low = b->umax < width ? a->umin >> b->umax : 0, high = b->umin < width ? a->umax >> b->umin : 0;
    return from_unsigned(width, low, high);
}

static TermFacts facts_ashr(const TermFacts *a, const TermFacts *b, u32 width) {
    TermFacts f = term_facts_unknown(width);
    u32 least = (u32)MIN(b->umin, width - 1), most = (u32)MIN(b->umax, width - 1);
    i64 low = a->smin >> (a->smin < 0 ? least : most), high = a->smax >> (a->smax < 0 ? most : least);
    intersect_signed(&f, low, high);
    return f;
}

static TermFacts known_bool(int known) { return known < 0 ? term_facts_unknown(1) : term_facts_const(1, (u64)known); }

static TermFacts facts_eq(const TermFacts *a, const TermFacts *b) {
    bool different = a->umax < b->umin || b->umax < a->umin || a->smax < b->smin || b->smax < a->smin ||
                     (a->zeros & b->ones) || (a->ones & b->zeros);
    if (different) return known_bool(0);
    return known_bool(a->umin == a->umax && b->umin == b->umax && a->umin == b->umin ? 1 : -1);
}

static TermFacts facts_ult(const TermFacts *a, const TermFacts *b) {
    return known_bool(a->umax < b->umin ? 1 : a->umin >= b->umax ? 0 : -1);
}

static TermFacts facts_slt(const TermFacts *a, const TermFacts *b) {
    return known_bool(a->smax < b->smin ? 1 : a->smin >= b->smax ? 0 : -1);
}

static TermFacts facts_extract(const Term *of, const TermFacts *a, u32 low, u32 width) {
    if (of->width > 64) return term_facts_unknown(width);
    TermFacts f = from_bits(width, a->zeros >> low, a->ones >> low);
    if (a->umax >> low <= low_mask(width)) intersect_unsigned(&f, a->umin >> low, a->umax >> low);
    if (low == 0 && a->smin >= signed_min(width) && a->smax <= signed_max(width))
        intersect_signed(&f, a->smin, a->smax);
    return f;
}

static TermFacts facts_concat(const TermFacts *a, const TermFacts *b, u32 low_width, u32 width) {
    TermFacts f = from_bits(width, a->zeros << low_width | b->zeros, a->ones << low_width | b->ones);
    intersect_unsigned(&f, a->umin << low_width | b->umin, a->umax << low_width | b->umax);
    intersect_signed(&f, (i64)((u64)a->smin << low_width | b->umin), (i64)((u64)a->smax << low_width | b->umax));
    return f;
}

static TermFacts facts_zext(const TermFacts *a, u32 from, u32 width) {
    TermFacts f = from_unsigned(width, a->umin, a->umax);
    f.zeros = a->zeros | (low_mask(width) & ~low_mask(from));
    f.ones = a->ones;
    return f;
}

static TermFacts facts_sext(const TermFacts *a, u32 from, u32 width) {
    u64 sign = (u64)1 << (from - 1), above = low_mask(width) & ~low_mask(from);
    TermFacts f = from_bits(width, a->zeros | (a->zeros & sign ? above : 0), a->ones | (a->ones & sign ? above : 0));
    intersect_signed(&f, a->smin, a->smax);
    return f;
}

TermFacts term_facts_union(const TermFacts *a, const TermFacts *b) {
    return (TermFacts){a->zeros & b->zeros,   a->ones & b->ones,     MIN(a->umin, b->umin),
                       MAX(a->umax, b->umax), MIN(a->smin, b->smin), MAX(a->smax, b->smax)};
}

/* Whether an if-then-else is x < 0 ? -x : x; what is compared may be what x is the extension of. */
static bool is_magnitude(Term *const *args) {
    const Term *c = args[0], *x = args[2];
    if (c->op != TERM_SLT || !term_is_negation(args[1], x)) return false;
    if (!term_is_const(c->arg[1]) || !term_const_is_zero(c->arg[1])) return false;
    return c->arg[0] == x || (x->op == TERM_SEXT && c->arg[0] == x->arg[0]);
}

static TermFacts facts_ite(const TermFacts *const *f, Term *const *args, u32 width) {
    if (f[0]->umin) return *f[1];
    if (!f[0]->umax) return *f[2];
    if (is_magnitude(args)) return from_unsigned(width, least_magnitude(f[2]), greatest_magnitude(f[2]));
    return term_facts_union(f[1], f[2]);
}

static TermFacts transfer(TermOp op, u32 width, u64 low, Term *const *args, const TermFacts *const *f) {
    const TermFacts *a = f[0], *b = f[1];
    switch (op) {
    case TERM_NOT: {
        TermFacts r = from_bits(width, a->ones, a->zeros);
        intersect_unsigned(&r, ~a->umax & low_mask(width), ~a->umin & low_mask(width));
        intersect_signed(&r, ~a->smax, ~a->smin);
        return r;
    }
    case TERM_NEG: return facts_neg(a, width);
    case TERM_AND: {
        TermFacts r = from_bits(width, a->zeros | b->zeros, a->ones & b->ones);
        intersect_unsigned(&r, 0, MIN(a->umax, b->umax));
        return r;
    }
    case TERM_OR: {
        TermFacts r = from_bits(width, a->zeros & b->zeros, a->ones | b->ones);
        intersect_unsigned(&r, MAX(a->umin, b->umin), low_mask(width));
        return r;
    }
    case TERM_XOR:
        return from_bits(width, (a->zeros & b->zeros) | (a->ones & b->ones),
                         (a->zeros & b->ones) | (a->ones & b->zeros));
    case TERM_STEP:
    case TERM_ADD: return facts_add(a, b, width);
    case TERM_MUL: return facts_mul(a, b, width);
    case TERM_UDIV: return facts_udiv(a, b, width);
    case TERM_UREM: return facts_urem(a, b, width);
    case TERM_SDIV: return facts_sdiv(a, b, width);
    case TERM_SREM: return facts_srem(a, b, width);
    case TERM_SHL: return facts_shl(a, b, width);
    case TERM_LSHR: return facts_lshr(a, b, width);
    case TERM_ASHR: return facts_ashr(a, b, width);
    case TERM_EQ: return args[0]->width <= 64 && !term_is_array(args[0]) ? facts_eq(a, b) : term_facts_unknown(1);
    case TERM_ULT: return args[0]->width <= 64 ? facts_ult(a, b) : term_facts_unknown(1);
    case TERM_SLT: return args[0]->width <= 64 ? facts_slt(a, b) : term_facts_unknown(1);
    case TERM_CONCAT: return facts_concat(a, b, args[1]->width, width);
    case TERM_EXTRACT: return facts_extract(args[0], a, (u32)low, width);
    case TERM_ZEXT: return facts_zext(a, args[0]->width, width);
    case TERM_SEXT: return facts_sext(a, args[0]->width, width);
    case TERM_ITE: return facts_ite(f, args, width);
    case TERM_SELECT: return term_facts_select(args[0], b);
    case TERM_FILLED: return *a;
    case TERM_STORE:
    case TERM_FILL:
    case TERM_COPY: return term_facts_union(a, f[2]); /* of the array and of what is written */
    default: return term_facts_unknown(width);
    }
}

TermFacts term_facts_of(TermOp op, u32 width, u64 low, u32 arity, Term *const *args, const TermFacts *arg_facts) {
    const TermFacts *f[3] = {NULL, NULL, NULL};
    for (u32 i = 0; i < MIN(arity, 3u); i++) f[i] = arg_facts ? &arg_facts[i] : &args[i]->facts;
    TermFacts result = transfer(op, width, low, args, f);
    /* A contradiction can only come from contradictory facts given by the caller; then anything is right. */
    return term_facts_normalise(&result, width) ? result : term_facts_unknown(width);
}
