#include "memory/strides.h"

enum { MOST_LEVELS = 16 };

static u64 divisor_of_both(u64 a, u64 b) {
    while (b) {
        u64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static u64 distance(i64 a, i64 b) { return a > b ? (u64)a - (u64)b : (u64)b - (u64)a; }

/* The bits at the low end that are known say what the value is modulo a power of two. */
static Stride known_bits(const Term *term) {
    u64 unknown = ~(term->facts.zeros | term->facts.ones);
    u32 bits = unknown ? (u32)__builtin_ctzll(unknown) : 62;
    u64 stride = (u64)1 << MIN(bits, 62u);
    return (Stride){stride, (i64)(term->facts.ones & (stride - 1))};
}

/* Is the number one of the term's width? */
static bool fits(const Term *term, __int128 number) {
    __int128 limit = (__int128)1 << (term->width - 1);
    return number >= -limit && number < limit;
}

/* No number between the two is cut off at the term's width. */
static bool is_exact(const Term *term, __int128 one, __int128 other) { return fits(term, one) && fits(term, other); }

static Stride stride_at(const Term *term, u32 levels);

static Stride sum(const Term *term, u32 levels) {
    const TermFacts *a = &term->arg[0]->facts, *b = &term->arg[1]->facts;
    if (!is_exact(term, (__int128)a->smin + b->smin, (__int128)a->smax + b->smax)) return known_bits(term);
    Stride x = stride_at(term->arg[0], levels), y = stride_at(term->arg[1], levels), out;
    if (__builtin_add_overflow(x.rest, y.rest, &out.rest)) return known_bits(term);
    out.stride = divisor_of_both(x.stride, y.stride);
    return out;
}

static Stride multiple(const Term *term, const Term *of, i64 factor, u32 levels) {
    if (!is_exact(term, (__int128)of->facts.smin * factor, (__int128)of->facts.smax * factor)) return known_bits(term);
    Stride x = stride_at(of, levels), out;
    u64 size = factor < 0 ? 0 - (u64)factor : (u64)factor;
    bool overflows = __builtin_mul_overflow(x.rest, factor, &out.rest);
    if (__builtin_mul_overflow(x.stride, size, &out.stride) || overflows) return known_bits(term);
    return out;
}

static Stride product(const Term *term, u32 levels) {
    for (u32 i = 0; i < 2; i++)
        if (term_is_const(term->arg[i])) return multiple(term, term->arg[1 - i], term->arg[i]->facts.smin, levels);
    return known_bits(term);
}

static Stride choice(const Term *term, u32 levels) {
    Stride x = stride_at(term->arg[1], levels), y = stride_at(term->arg[2], levels);
    u64 stride = divisor_of_both(divisor_of_both(x.stride, y.stride), distance(x.rest, y.rest));
    return (Stride){stride, x.rest};
}

static Stride stride_at(const Term *term, u32 levels) {
    if (!term->width || term->width > 64) return (Stride){1, 0};
    if (term_is_const(term)) return (Stride){0, term->facts.smin};
    if (!levels--) return known_bits(term);
    const Term *first = term->arg[0];
    switch (term->op) {
    case TERM_ADD:
    case TERM_STEP: return sum(term, levels);
    case TERM_MUL: return product(term, levels);
    case TERM_NEG: return multiple(term, first, -1, levels);
    case TERM_SHL:
        if (!term_is_const(term->arg[1]) || term->arg[1]->value > 32) return known_bits(term);
        return multiple(term, first, (i64)1 << term->arg[1]->value, levels);
    case TERM_ITE: return choice(term, levels);
    case TERM_BASED:
    case TERM_SEXT: return stride_at(first, levels);
    case TERM_ZEXT: return first->facts.smin >= 0 ? stride_at(first, levels) : known_bits(term);
    case TERM_EXTRACT:
        if (term->low || first->width > 64 || !is_exact(term, first->facts.smin, first->facts.smax))
            return known_bits(term);
        return stride_at(first, levels);
    default: return known_bits(term);
    }
}

Stride stride_of(const Term *term) { return stride_at(term, MOST_LEVELS); }

bool stride_may_be(const Term *term, Stride stride, u64 value) {
    const TermFacts *facts = &term->facts;
    if ((value & facts->zeros) || (value & facts->ones) != facts->ones) return false;
    if (value < facts->umin || value > facts->umax) return false;
    u64 apart = distance((i64)value, stride.rest);
    return stride.stride ? apart % stride.stride == 0 : !apart;
}
