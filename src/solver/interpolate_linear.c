/* Predicates over integers, as Z3 gives them, read back as terms.
 *
 * An equation among numbers of one width is taken modulo 2^width: that is what it is good for when the program wraps. An
 * inequality is exact: terms with negative coefficients go to the other side, and both sides are computed in as many bits
 * as they need, which for the common `a <= b` and `a < b` is none more than they have. a <= b & b <= a is a = b.
 *
 * What cannot be read (quantifiers, numbers too large) is left out: a conjunct that is missing weakens a hint. */
#include "solver/interpolate_inside.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 2000, WIDEST = 256 };

typedef struct {
    Term *term;
    bool is_signed;
    i128 coefficient;
} Addend;

/* constant + coefficient * term + ...; no term twice, no coefficient 0. */
typedef struct {
    Addend *at;
    u32 count;
    i128 constant;
} Linear;

typedef struct {
    enum { VALUE_UNREADABLE, VALUE_TRUTH, VALUE_AT_MOST_ZERO, VALUE_NUMBER, VALUE_ARRAY } kind;
    Term *term;               /* of a truth value or an array */
    bool elements_are_signed; /* of an array */
    Linear linear;            /* of a number; what is at most zero */
} Value;

typedef struct {
    const char *name;
    Value value;
} Binding;

typedef struct {
    TermStore *store;
    Arena arena;
    VEC(Binding) scope; /* parameters and what is bound by let, innermost last */
    u32 depth;
} LinearReader;

static const Value unreadable = {.kind = VALUE_UNREADABLE};

static Value truth(Term *term) { return (Value){.kind = VALUE_TRUTH, .term = term}; }
static Value number(Linear linear) { return (Value){.kind = VALUE_NUMBER, .linear = linear}; }

/* Linear sums. */

/* Larger numbers are not computed with: so none of the sums and products here overflows. */
static bool is_moderate(i128 value) { return value < (i128)1 << 100 && value > -((i128)1 << 100); }

static bool multiply(i128 a, i128 b, i128 *product) {
    return !__builtin_mul_overflow(a, b, product) && is_moderate(*product);
}

static bool add_addend(Linear *sum, Addend addend) {
    for (u32 i = 0; i < sum->count; i++) {
        Addend *same = &sum->at[i];
        if (same->term != addend.term || same->is_signed != addend.is_signed) continue;
        same->coefficient += addend.coefficient;
        if (!is_moderate(same->coefficient)) return false;
        if (same->coefficient == 0) *same = sum->at[--sum->count];
        return true;
    }
    sum->at[sum->count++] = addend;
    return true;
}

/* a + factor * b */
static bool combine(LinearReader *r, const Linear *a, const Linear *b, i128 factor, Linear *out) {
    Linear sum = {ARENA_ARRAY(&r->arena, Addend, a->count + b->count + 1), a->count, 0};
    if (a->count) memcpy(sum.at, a->at, a->count * sizeof *a->at);
    i128 scaled;
    if (!multiply(b->constant, factor, &scaled)) return false;
    sum.constant = a->constant + scaled;
    if (!is_moderate(sum.constant)) return false;
    for (u32 i = 0; i < b->count && factor; i++) {
        Addend addend = b->at[i];
        if (!multiply(addend.coefficient, factor, &addend.coefficient) || !add_addend(&sum, addend)) return false;
    }
    *out = sum;
    return true;
}

static Linear constant(i128 value) { return (Linear){.constant = value}; }

static Linear one_term(LinearReader *r, Term *term, bool is_signed) {
    if (term_is_const(term) && term->width <= 64)
        return constant(is_signed ? (i128)term_signed_value(term) : (i128)term->value);
    Linear linear = {ARENA_ARRAY(&r->arena, Addend, 1), 1, 0};
    linear.at[0] = (Addend){term, is_signed, 1};
    return linear;
}

static i128 magnitude(i128 value) { return value < 0 ? -value : value; }

static i128 common_divisor(const Linear *linear) {
    i128 divisor = 0;
    for (u32 i = 0; i < linear->count; i++)
        for (i128 a = divisor, b = magnitude(linear->at[i].coefficient);;) {
            if (!b) {
                divisor = a;
                break;
            }
            i128 rest = a % b;
            a = b;
            b = rest;
        }
    return divisor;
}

/* Linear sums as terms. */

/* Bits that hold every value of the sum, and of its parts, as signed numbers; 0: too many. */
static u32 bits_needed(const Linear *linear) {
    u32 most = 1;
    i128 total = magnitude(linear->constant);
    for (u32 i = 0; i < linear->count; i++) {
        const Term *t = linear->at[i].term;
        i128 largest;
        if (t->width > 100) return 0;
        most = MAX(most, t->width);
        if (!multiply((i128)1 << t->width, magnitude(linear->at[i].coefficient), &largest)) return 0;
        total += largest;
        if (!is_moderate(total)) return 0;
    }
    u32 bits = 2;
    for (; total; total >>= 1) bits++;
    return MAX(bits, most + 1);
}

static Term *const_of(TermStore *store, u32 width, i128 value) {
    u64 limbs[WIDEST / 64];
    for (u32 i = 0; i < WIDEST / 64; i++) limbs[i] = i < 2 ? (u64)((u128)value >> (64 * i)) : value < 0 ? ~(u64)0 : 0;
    if (width % 64) limbs[width / 64] &= low_mask(width % 64);
    return term_const_wide(store, width, limbs);
}

static Term *resized(TermStore *store, Term *t, bool is_signed, u32 width) {
    if (width < t->width) return term_extract(store, t, 0, width);
    return is_signed ? term_sext(store, t, width) : term_zext(store, t, width);
}

/* The addends with positive (or negative) coefficients, these made positive, and the constant if it has that sign. */
static Term *one_side(TermStore *store, const Linear *linear, bool positive, u32 width) {
    Term *sum = const_of(store, width, 0);
    for (u32 i = 0; i < linear->count; i++) {
        const Addend *addend = &linear->at[i];
        if ((addend->coefficient > 0) != positive) continue;
        Term *t = resized(store, addend->term, addend->is_signed, width);
        sum = term_add(store, sum, term_mul(store, t, const_of(store, width, magnitude(addend->coefficient))));
    }
    if (linear->constant && (linear->constant > 0) == positive)
        sum = term_add(store, sum, const_of(store, width, magnitude(linear->constant)));
    return sum;
}

/* The sum modulo 2^width. */
static Term *modular(TermStore *store, const Linear *linear, u32 width) {
    return term_sub(store, one_side(store, linear, true, width), one_side(store, linear, false, width));
}

/* One width of all terms, or 0. */
static u32 common_width(const Linear *linear) {
    for (u32 i = 1; i < linear->count; i++)
        if (linear->at[i].term->width != linear->at[0].term->width) return 0;
    return linear->at[0].term->width;
}

/* All coefficients, but not the constant, divided. */
static Linear divided(LinearReader *r, const Linear *linear, i128 divisor) {
    Linear copy = *linear;
    copy.at = arena_copy(&r->arena, linear->at, linear->count * sizeof *linear->at);
    for (u32 i = 0; i < copy.count; i++) copy.at[i].coefficient /= divisor;
    return copy;
}

static Term *is_zero(LinearReader *r, const Linear *whole) {
    TermStore *store = r->store;
    if (whole->count == 0) return whole->constant ? term_false(store) : term_true(store);
    i128 divisor = common_divisor(whole);
    if (whole->constant % divisor) return term_false(store);
    Linear linear = divided(r, whole, divisor);
    linear.constant /= divisor;
    u32 width = common_width(&linear);
    if (width > WIDEST) return NULL;
    if (!width) width = bits_needed(&linear);
    if (!width) return NULL;
    return term_eq(store, one_side(store, &linear, true, width), one_side(store, &linear, false, width));
}

/* term <= bound, or term >= bound. */
static Term *compare_with_bound(TermStore *store, const Addend *addend, i128 bound) {
    Term *t = addend->term;
    bool at_most = addend->coefficient > 0;
    if (t->width > 64) return NULL;
    i128 low = addend->is_signed ? -((i128)1 << (t->width - 1)) : 0;
    i128 high = low + ((i128)1 << t->width) - 1;
    if (at_most ? bound >= high : bound <= low) return term_true(store);
    if (at_most ? bound < low : bound > high) return term_false(store);
    Term *b = const_of(store, t->width, bound);
    if (addend->is_signed) return at_most ? term_sle(store, t, b) : term_sle(store, b, t);
    return at_most ? term_ule(store, t, b) : term_ule(store, b, t);
}

/* a <= b or a < b of terms of one width and reading; else NULL. */
static Term *compare_two(TermStore *store, const Linear *linear) {
    if (linear->count != 2 || (linear->constant != 0 && linear->constant != 1)) return NULL;
    const Addend *a = &linear->at[0], *b = &linear->at[1];
    if (a->coefficient != 1) {
        const Addend *other = a;
        a = b;
        b = other;
    }
    if (a->coefficient != 1 || b->coefficient != -1) return NULL;
    if (a->is_signed != b->is_signed || a->term->width != b->term->width) return NULL;
    if (linear->constant == 0)
        return a->is_signed ? term_sle(store, a->term, b->term) : term_ule(store, a->term, b->term);
    return a->is_signed ? term_slt(store, a->term, b->term) : term_ult(store, a->term, b->term);
}

static i128 rounded_up(i128 value, i128 divisor) {
    i128 quotient = value / divisor;
    return quotient * divisor < value ? quotient + 1 : quotient;
}

/* linear <= 0 */
static Term *is_at_most_zero(LinearReader *r, const Linear *whole) {
    TermStore *store = r->store;
    if (whole->count == 0) return whole->constant <= 0 ? term_true(store) : term_false(store);
    i128 divisor = common_divisor(whole);
    Linear linear = divided(r, whole, divisor);
    linear.constant = rounded_up(linear.constant, divisor);
    if (linear.count == 1)
        return compare_with_bound(store, &linear.at[0],
                                  linear.at[0].coefficient > 0 ? -linear.constant : linear.constant);
    Term *simple = compare_two(store, &linear);
    if (simple) return simple;
    u32 bits = bits_needed(&linear);
    if (!bits || bits > WIDEST - 1) return NULL;
    return term_sle(store, one_side(store, &linear, true, bits), one_side(store, &linear, false, bits));
}

/* Truth values. */

/* NULL: unreadable. */
static Term *term_of_truth(LinearReader *r, const Value *value) {
    if (value->kind == VALUE_TRUTH) return value->term;
    return value->kind == VALUE_AT_MOST_ZERO ? is_at_most_zero(r, &value->linear) : NULL;
}

static Value truth_or_unreadable(Term *term) { return term ? truth(term) : unreadable; }

static Value negated(LinearReader *r, const Value *value) {
    Value result = {.kind = VALUE_AT_MOST_ZERO};
    Linear one = constant(1);
    if (value->kind == VALUE_TRUTH) return truth(term_not(r->store, value->term));
    if (value->kind != VALUE_AT_MOST_ZERO) return unreadable;
    return combine(r, &one, &value->linear, -1, &result.linear) ? result : unreadable;
}

/* a - b + more <= 0 */
static Value at_most(LinearReader *r, const Value *a, const Value *b, i128 more) {
    Value result = {.kind = VALUE_AT_MOST_ZERO};
    if (a->kind != VALUE_NUMBER || b->kind != VALUE_NUMBER) return unreadable;
    if (!combine(r, &a->linear, &b->linear, -1, &result.linear)) return unreadable;
    result.linear.constant += more;
    return result;
}

static Value equal(LinearReader *r, const Value *a, const Value *b) {
    Linear difference;
    if (a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER) {
        if (!combine(r, &a->linear, &b->linear, -1, &difference)) return unreadable;
        return truth_or_unreadable(is_zero(r, &difference));
    }
    if (a->kind == VALUE_ARRAY && b->kind == VALUE_ARRAY) {
        if (a->term->width != b->term->width || a->term->index_width != b->term->index_width) return unreadable;
        return truth(term_eq(r->store, a->term, b->term));
    }
    Term *x = term_of_truth(r, a), *y = term_of_truth(r, b);
    return x && y ? truth(term_eq(r->store, x, y)) : unreadable;
}

/* Whether the two sums are opposite up to their constants: d <= -constant and -d <= -constant. */
static bool are_opposite(LinearReader *r, const Value *a, const Value *b, Linear *sum) {
    if (a->kind != VALUE_AT_MOST_ZERO || b->kind != VALUE_AT_MOST_ZERO || !a->linear.count) return false;
    return combine(r, &a->linear, &b->linear, 1, sum) && sum->count == 0;
}

/* a <= b & b <= a as an equation, a < b | b < a as its negation. */
static void join_opposites(LinearReader *r, Value *values, u32 count, bool is_and) {
    for (u32 i = 0; i < count; i++)
        for (u32 j = i + 1; j < count; j++) {
            Linear sum, difference;
            if (!are_opposite(r, &values[i], &values[j], &sum) || sum.constant != (is_and ? 0 : 2)) continue;
            Linear shift = constant(is_and ? 0 : -1);
            if (!combine(r, &shift, &values[i].linear, 1, &difference)) continue;
            Term *same = is_zero(r, &difference);
            if (!same) continue;
            values[i] = truth(is_and ? same : term_not(r->store, same));
            values[j] = truth(is_and ? term_true(r->store) : term_false(r->store));
        }
}

static Value junction(LinearReader *r, Value *values, u32 count, bool is_and) {
    Term *all = is_and ? term_true(r->store) : term_false(r->store);
    join_opposites(r, values, count, is_and);
    for (u32 i = 0; i < count; i++) {
        Term *one = term_of_truth(r, &values[i]);
        if (!one && !is_and) return unreadable;
        if (one) all = is_and ? term_and(r->store, all, one) : term_or(r->store, all, one);
    }
    return truth(all);
}

/* Numbers and arrays. */

static Value choice(LinearReader *r, const Value *condition, const Value *a, const Value *b) {
    Term *c = term_of_truth(r, condition);
    if (!c || a->kind == VALUE_UNREADABLE || b->kind == VALUE_UNREADABLE) return unreadable;
    if (a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER) {
        u32 bits = MAX(bits_needed(&a->linear), bits_needed(&b->linear));
        if (!bits_needed(&a->linear) || !bits_needed(&b->linear) || bits > WIDEST - 1) return unreadable;
        Term *chosen = term_ite(r->store, c, modular(r->store, &a->linear, bits), modular(r->store, &b->linear, bits));
        return number(one_term(r, chosen, true));
    }
    if (a->kind == VALUE_ARRAY && b->kind == VALUE_ARRAY) {
        if (a->term->width != b->term->width || a->term->index_width != b->term->index_width) return unreadable;
        Value chosen = *a;
        chosen.term = term_ite(r->store, c, a->term, b->term);
        return chosen;
    }
    Term *x = term_of_truth(r, a), *y = term_of_truth(r, b);
    return x && y ? truth(term_ite(r->store, c, x, y)) : unreadable;
}

static Value sum_of(LinearReader *r, const Value *args, u32 count, bool subtract) {
    Linear sum = constant(0);
    for (u32 i = 0; i < count; i++) {
        bool negative = subtract && (i > 0 || count == 1);
        if (args[i].kind != VALUE_NUMBER) return unreadable;
        if (!combine(r, &sum, &args[i].linear, negative ? -1 : 1, &sum)) return unreadable;
    }
    return number(sum);
}

static Value product_of(LinearReader *r, const Value *a, const Value *b) {
    Linear zero = constant(0), product;
    if (a->kind != VALUE_NUMBER || b->kind != VALUE_NUMBER) return unreadable;
    const Linear *factor = a->linear.count ? &b->linear : &a->linear,
                 *other = a->linear.count ? &a->linear : &b->linear;
    if (factor->count || !combine(r, &zero, other, factor->constant, &product)) return unreadable;
    return number(product);
}

/* SMT-LIB's div and mod by a positive constant: the remainder is never negative. */
static Value division(LinearReader *r, const Value *a, const Value *b, bool want_rest) {
    if (a->kind != VALUE_NUMBER || b->kind != VALUE_NUMBER || b->linear.count || b->linear.constant <= 0)
        return unreadable;
    u32 bits = MAX(bits_needed(&a->linear), bits_needed(&b->linear));
    if (!bits_needed(&a->linear) || !bits_needed(&b->linear) || bits > 100) return unreadable;
    Term *dividend = modular(r->store, &a->linear, bits), *divisor = const_of(r->store, bits, b->linear.constant);
    Term *rest = term_srem(r->store, dividend, divisor), *zero = const_of(r->store, bits, 0);
    rest = term_ite(r->store, term_slt(r->store, rest, zero), term_add(r->store, rest, divisor), rest);
    Term *result = want_rest ? rest : term_sdiv(r->store, term_sub(r->store, dividend, rest), divisor);
    return number(one_term(r, result, true));
}

static Value element_at(LinearReader *r, const Value *array, const Value *index) {
    if (array->kind != VALUE_ARRAY || index->kind != VALUE_NUMBER) return unreadable;
    Term *at = modular(r->store, &index->linear, array->term->index_width);
    return number(one_term(r, term_select(r->store, array->term, at), array->elements_are_signed));
}

static Value stored(LinearReader *r, const Value *array, const Value *index, const Value *element) {
    if (array->kind != VALUE_ARRAY || index->kind != VALUE_NUMBER || element->kind != VALUE_NUMBER) return unreadable;
    if (array->term->width > 64) return unreadable;
    Value result = *array;
    Term *at = modular(r->store, &index->linear, array->term->index_width);
    result.term = term_store(r->store, array->term, at, modular(r->store, &element->linear, array->term->width));
    return result;
}

/* S-expressions. */

static Value read_value(LinearReader *r, const Sexp *sexp);

static Value read_literal(const Sexp *sexp) {
    i128 value = 0;
    for (const char *digit = sexp->text; *digit; digit++)
        if (!multiply(value, 10, &value) || !is_moderate(value += *digit - '0')) return unreadable;
    return number(constant(value));
}

static Value read_atom(LinearReader *r, const Sexp *sexp) {
    if (sexp->kind == SEXP_NUMBER) return read_literal(sexp);
    if (sexp_is(sexp, "true")) return truth(term_true(r->store));
    if (sexp_is(sexp, "false")) return truth(term_false(r->store));
    for (u32 i = r->scope.count; i-- > 0 && sexp->kind == SEXP_SYMBOL;)
        if (!strcmp(r->scope.at[i].name, sexp->text)) return r->scope.at[i].value;
    return unreadable;
}

static Value read_let(LinearReader *r, const Sexp *sexp) {
    u32 outside = r->scope.count;
    if (sexp->count != 3 || sexp->items[1]->kind != SEXP_LIST) return unreadable;
    VEC(Binding) bound = {0};
    for (u32 i = 0; i < sexp->items[1]->count; i++) {
        const Sexp *pair = sexp->items[1]->items[i];
        if (pair->kind != SEXP_LIST || pair->count != 2 || pair->items[0]->kind != SEXP_SYMBOL) continue;
        vec_push(&bound, (Binding){pair->items[0]->text, read_value(r, pair->items[1])});
    }
    for (u32 i = 0; i < bound.count; i++) vec_push(&r->scope, bound.at[i]);
    vec_free(&bound);
    Value value = read_value(r, sexp->items[2]);
    r->scope.count = outside;
    return value;
}

static Value apply_two(LinearReader *r, const Sexp *head, const Value *a, const Value *b) {
    if (sexp_is(head, "<=")) return at_most(r, a, b, 0);
    if (sexp_is(head, "<")) return at_most(r, a, b, 1);
    if (sexp_is(head, ">=")) return at_most(r, b, a, 0);
    if (sexp_is(head, ">")) return at_most(r, b, a, 1);
    if (sexp_is(head, "=")) return equal(r, a, b);
    if (sexp_is(head, "*")) return product_of(r, a, b);
    if (sexp_is(head, "div")) return division(r, a, b, false);
    if (sexp_is(head, "mod")) return division(r, a, b, true);
    if (sexp_is(head, "select")) return element_at(r, a, b);
    if (sexp_is(head, "distinct") || sexp_is(head, "xor")) {
        Value same = equal(r, a, b);
        return negated(r, &same);
    }
    if (sexp_is(head, "=>")) return junction(r, (Value[]){negated(r, a), *b}, 2, false);
    return unreadable;
}

static Value apply(LinearReader *r, const Sexp *head, Value *args, u32 count) {
    if (sexp_is(head, "and") || sexp_is(head, "or")) return junction(r, args, count, sexp_is(head, "and"));
    if (sexp_is(head, "+") || sexp_is(head, "-")) return sum_of(r, args, count, sexp_is(head, "-"));
    if (count == 1 && sexp_is(head, "not")) return negated(r, &args[0]);
    if (count == 2) return apply_two(r, head, &args[0], &args[1]);
    if (count == 3 && sexp_is(head, "ite")) return choice(r, &args[0], &args[1], &args[2]);
    if (count == 3 && sexp_is(head, "store")) return stored(r, &args[0], &args[1], &args[2]);
    return unreadable;
}

static Value read_value(LinearReader *r, const Sexp *sexp) {
    if (sexp->kind != SEXP_LIST) return read_atom(r, sexp);
    if (!sexp->count || r->depth >= DEEPEST) return unreadable;
    r->depth++;
    Value value;
    if (sexp_is(sexp->items[0], "let")) {
        value = read_let(r, sexp);
    } else {
        Value *args = ARENA_ARRAY(&r->arena, Value, sexp->count);
        for (u32 i = 1; i < sexp->count; i++) args[i - 1] = read_value(r, sexp->items[i]);
        value = apply(r, sexp->items[0], args, sexp->count - 1);
    }
    r->depth--;
    return value;
}

static Value value_of_variable(LinearReader *r, const HornVariable *variable) {
    if (variable->kind == HORN_BOOL) return truth(variable->term);
    if (variable->kind == HORN_NUMBER) return number(one_term(r, variable->term, variable->is_signed));
    return (Value){.kind = VALUE_ARRAY,
                   .term = variable->term,
                   .elements_are_signed = variable->is_signed && variable->term->width > 1};
}

Term *linear_read_predicate(TermStore *store, const HornPath *path, const HornPredicate *predicate) {
    LinearReader r = {.store = store};
    for (u32 i = 0; i < predicate->parameters->count; i++) {
        const Sexp *parameter = predicate->parameters->items[i];
        if (parameter->kind != SEXP_LIST || !parameter->count || parameter->items[0]->kind != SEXP_SYMBOL) continue;
        Value value = value_of_variable(&r, &path->variables.at[predicate->variables.at[i]]);
        vec_push(&r.scope, (Binding){parameter->items[0]->text, value});
    }
    Value value = read_value(&r, predicate->body);
    Term *term = term_of_truth(&r, &value);
    vec_free(&r.scope);
    arena_free(&r.arena);
    return term ? term : term_true(store);
}
