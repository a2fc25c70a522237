/* One function an operation, or a few of a kind. Each meets the facts of the arguments with what they must be like for the
 * result to be within its own facts; what is said of a division by 0 is SMT-LIB's. */
#include "solver/contract_down.h"

typedef struct {
    Contract *c;
    const Term *t;
    u32 width;       /* of the first argument */
    u32 number[3];   /* of the arguments */
    TermFacts r;     /* of the result */
    TermFacts of[3]; /* of the arguments, before anything was sharpened */
} Step;

static bool meet(Step *s, u32 arg, const TermFacts *facts) { return contract_meet(s->c, s->number[arg], facts); }

static bool meet_unsigned(Step *s, u32 arg, u64 low, u64 high) {
    TermFacts facts = term_facts_unknown(s->t->arg[arg]->width);
    if (low > facts.umax) return false;
    facts.umin = low;
    facts.umax = MIN(facts.umax, high);
    return facts.umin <= facts.umax && meet(s, arg, &facts);
}

static bool meet_signed(Step *s, u32 arg, i64 low, i64 high) {
    TermFacts facts = term_facts_unknown(s->t->arg[arg]->width);
    if (low > facts.smax || high < facts.smin) return false;
    facts.smin = MAX(facts.smin, low);
    facts.smax = MIN(facts.smax, high);
    return facts.smin <= facts.smax && meet(s, arg, &facts);
}

static bool meet_bits(Step *s, u32 arg, u64 zeros, u64 ones) {
    u32 width = s->t->arg[arg]->width;
    TermFacts facts = term_facts_unknown(width);
    facts.zeros = zeros & low_mask(width);
    facts.ones = ones & low_mask(width);
    return meet(s, arg, &facts);
}

/* What the operation makes of two facts is a bound of an argument. */
static bool meet_result_of(Step *s, u32 arg, TermOp op, const TermFacts *a, const TermFacts *b) {
    Term *const args[2] = {s->t->arg[0], s->t->arg[0]};
    TermFacts both[2] = {*a, b ? *b : *a};
    TermFacts facts = term_facts_of(op, s->t->width, 0, b ? 2 : 1, args, both);
    return meet(s, arg, &facts);
}

static bool is_known(const TermFacts *f) { return f->umin == f->umax; }

/* Sums: each addend is the sum less the other. */
static bool down_add(Step *s) {
    Term *const args[1] = {s->t->arg[0]};
    for (u32 i = 0; i < 2; i++) {
        TermFacts minus = term_facts_of(TERM_NEG, s->t->width, 0, 1, args, &s->of[1 - i]);
        if (!meet_result_of(s, i, TERM_ADD, &s->r, &minus)) return false;
    }
    return true;
}

static u64 divided_up(u64 a, u64 b) { return a / b + (a % b != 0); }

/* Products: a product that is not 0 has no factor that is; one that cannot overflow bounds its factors. */
static bool down_mul(Step *s) {
    u64 most;
    bool fits = !__builtin_mul_overflow(s->of[0].umax, s->of[1].umax, &most) && most <= low_mask(s->t->width);
    for (u32 i = 0; i < 2; i++) {
        const TermFacts *other = &s->of[1 - i];
        if (s->r.umin > 0 && !meet_unsigned(s, i, 1, UINT64_MAX)) return false;
        if (!fits) continue;
        if (other->umax > 0 && !meet_unsigned(s, i, divided_up(s->r.umin, other->umax), UINT64_MAX)) return false;
        if (other->umin > 0 && !meet_unsigned(s, i, 0, s->r.umax / other->umin)) return false;
    }
    return true;
}

static u64 times(u64 a, u64 b) {
    u64 product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static u64 plus(u64 a, u64 b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

/* q = a / d, so q * d <= a < (q + 1) * d. */
static bool down_udiv(Step *s) {
    const TermFacts *q = &s->r, *a = &s->of[0], *d = &s->of[1];
    if (d->umin == 0) return q->umax == low_mask(s->width) || meet_unsigned(s, 1, 1, UINT64_MAX);
    if (!meet_unsigned(s, 0, times(q->umin, d->umin), plus(times(q->umax, d->umax), d->umax - 1))) return false;
    if (q->umin > 0 && !meet_unsigned(s, 1, 1, a->umax / q->umin)) return false;
    return q->umax == UINT64_MAX || meet_unsigned(s, 1, a->umin / (q->umax + 1) + 1, UINT64_MAX);
}

/* Whether the dividend of r = a % d is at least d wherever the constraints hold; d is not 0. */
static bool divisor_goes_in(const Step *s) {
    const Term *a = s->t->arg[0], *d = s->t->arg[1];
    if (s->of[0].umin >= s->of[1].umax) return true;
    if (s->r.umax < s->of[0].umin) return true; /* the rest is not the dividend itself */
    if (d->op == TERM_UREM && d->arg[1] == a && s->of[0].umin > 0) return true;
    return map_get(&s->c->above, (u64)s->number[0] << 32 | s->number[1], NULL);
}

/* r = a % d: at most a, and below d. Where d goes into a, a is at least d + r. */
static bool down_urem(Step *s) {
    const TermFacts *r = &s->r, *a = &s->of[0], *d = &s->of[1];
    if (!meet_unsigned(s, 0, r->umin, UINT64_MAX)) return false;
    if (d->umin == 0) return r->umax >= a->umin || meet_unsigned(s, 1, 1, UINT64_MAX);
    if (r->umin == UINT64_MAX || !meet_unsigned(s, 1, r->umin + 1, UINT64_MAX)) return false;
    if (a->umax < d->umin) return meet(s, 0, r);
    if (!divisor_goes_in(s)) return true;
    if (r->umin > a->umax || !meet_unsigned(s, 1, 1, a->umax - r->umin)) return false;
    return meet_unsigned(s, 0, plus(d->umin, r->umin), UINT64_MAX);
}

/* a <= b, or a < b, of unsigned numbers. */
static bool order_unsigned(Step *s, u32 a, u32 b, bool strictly) {
    u64 low = s->of[a].umin, high = s->of[b].umax;
    if (strictly && (low == UINT64_MAX || high == 0)) return false;
    map_put(&s->c->above, (u64)s->number[b] << 32 | s->number[a], 1);
    return meet_unsigned(s, a, 0, high - strictly) && meet_unsigned(s, b, low + strictly, UINT64_MAX);
}

static bool order_signed(Step *s, u32 a, u32 b, bool strictly) {
    i64 low = s->of[a].smin, high = s->of[b].smax;
    if (strictly && (low == INT64_MAX || high == INT64_MIN)) return false;
    return meet_signed(s, a, INT64_MIN, high - strictly) && meet_signed(s, b, low + strictly, INT64_MAX);
}

static bool down_order(Step *s) {
    if (!is_known(&s->r) || s->width > 64) return true;
    bool holds = s->r.umin;
    u32 less = holds ? 0 : 1;
    return s->t->op == TERM_ULT ? order_unsigned(s, less, 1 - less, holds) : order_signed(s, less, 1 - less, holds);
}

/* A number that is not k is beside it when k is an end of its interval. */
static bool is_not(Step *s, u32 arg, u64 k) {
    const TermFacts *f = &s->of[arg];
    if (f->umin == k) return k != UINT64_MAX && meet_unsigned(s, arg, k + 1, UINT64_MAX);
    return f->umax != k || meet_unsigned(s, arg, 0, k - 1);
}

static bool down_eq(Step *s) {
    if (!is_known(&s->r) || !contract_has_facts(s->t->arg[0])) return true;
    if (s->r.umin) return meet(s, 0, &s->of[1]) && meet(s, 1, &s->of[0]);
    for (u32 i = 0; i < 2; i++)
        if (is_known(&s->of[1 - i]) && !is_not(s, i, s->of[1 - i].umin)) return false;
    return true;
}

/* A bit of an operand is known where the result's and the other operand's decide it. */
static bool down_bits(Step *s) {
    u64 zeros = s->r.zeros, ones = s->r.ones;
    for (u32 i = 0; i < 2; i++) {
        const TermFacts *o = &s->of[1 - i];
        bool fine = s->t->op == TERM_AND ? meet_bits(s, i, zeros & o->ones, ones)
                    : s->t->op == TERM_OR
                        ? meet_bits(s, i, zeros, ones & o->zeros)
                        : meet_bits(s, i, (zeros & o->zeros) | (ones & o->ones), (zeros & o->ones) | (ones & o->zeros));
        if (!fine) return false;
    }
    return true;
}

static bool down_concat(Step *s) {
    u32 low_width = s->t->arg[1]->width;
    if (!meet_bits(s, 0, s->r.zeros >> low_width, s->r.ones >> low_width)) return false;
    if (!meet_bits(s, 1, s->r.zeros, s->r.ones)) return false;
    u64 least = s->r.umin >> low_width, most = s->r.umax >> low_width;
    if (!meet_unsigned(s, 0, least, most)) return false;
    return least != most || meet_unsigned(s, 1, s->r.umin & low_mask(low_width), s->r.umax & low_mask(low_width));
}

static bool down_extract(Step *s) {
    u32 low = (u32)s->t->low, bits = s->t->width;
    if (s->width > 64) return true;
    if (!meet_bits(s, 0, s->r.zeros << low, s->r.ones << low)) return false;
    /* The part of a number whose bits above it are all 0 bounds it. */
    if (s->of[0].umax >> low > low_mask(bits)) return true;
    return meet_unsigned(s, 0, s->r.umin << low, s->r.umax << low | low_mask(low));
}

static bool down_ite(Step *s) {
    TermFacts branch[2] = {s->of[1], s->of[2]};
    bool possible[2];
    for (u32 i = 0; i < 2; i++) possible[i] = term_facts_meet(&branch[i], &s->r, s->t->width);
    bool taken = s->of[0].umin, refused = !s->of[0].umax;
    if (!possible[1] || taken) return meet_unsigned(s, 0, 1, 1) && meet(s, 1, &s->r);
    if (!possible[0] || refused) return meet_unsigned(s, 0, 0, 0) && meet(s, 2, &s->r);
    return true;
}

static bool down_extended(Step *s) {
    if (!meet_bits(s, 0, s->r.zeros, s->r.ones)) return false;
    if (s->t->op == TERM_ZEXT) return meet_unsigned(s, 0, s->r.umin, s->r.umax);
    return meet_signed(s, 0, s->r.smin, s->r.smax);
}

static bool step_down(Step *s) {
    switch (s->t->op) {
    case TERM_NOT:
    case TERM_NEG: return meet_result_of(s, 0, (TermOp)s->t->op, &s->r, NULL);
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return down_bits(s);
    case TERM_STEP:
    case TERM_ADD: return down_add(s);
    case TERM_MUL: return down_mul(s);
    case TERM_UDIV: return down_udiv(s);
    case TERM_UREM: return down_urem(s);
    case TERM_EQ: return down_eq(s);
    case TERM_ULT:
    case TERM_SLT: return down_order(s);
    case TERM_CONCAT: return down_concat(s);
    case TERM_EXTRACT: return down_extract(s);
    case TERM_ZEXT:
    case TERM_SEXT: return down_extended(s);
    case TERM_ITE: return down_ite(s);
    default: return true;
    }
}

bool contract_down(Contract *c, u32 n) {
    const Term *t = c->order.at[n];
    if (!t->arity) return true;
    Step step = {.c = c, .t = t, .width = t->arg[0]->width, .r = c->facts.at[n]};
    for (u32 i = 0; i < 3; i++) {
        step.number[i] = c->args.at[3 * n + i];
        step.of[i] = c->facts.at[step.number[i]];
    }
    return step_down(&step);
}
