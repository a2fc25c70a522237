/* Intervals of floats: on random terms, boxes and values in them, the value of every term lies in its interval; and queries
 * that are answered by boxes have the answer that values say. Usage: solver_boxes [how many, 3000 unless told] [seed]. */
#include "check.h"
#include "solver/boxes.h"

#include <stdio.h>
#include <stdlib.h>

static u64 seed;

static u64 next(void) {
    seed += 0x9e3779b97f4a7c15u;
    return hash_mix(seed);
}

static u64 below(u64 bound) { return next() % bound; }

/* Random bits, or near the ends of ranges, or a small number. */
static u64 pattern(u32 width) {
    u32 fraction = width == 32 ? 23 : 52;
    u64 exponents = width == 32 ? 255 : 2047, sign = below(2) << (width - 1);
    switch (below(5)) {
    case 0: return next() & low_mask(width);
    case 1: return sign | below(3) << fraction | (below(2) ? below(4) : next() & low_mask(fraction));
    case 2: return sign | (exponents - below(3)) << fraction | (below(2) ? below(4) : next() & low_mask(fraction));
    default: return sign | (exponents / 2 + below(8) - 2) << fraction | (below(2) ? 0 : next() & low_mask(fraction));
    }
}

typedef struct {
    TermStore *store;
    Term *symbols[3]; /* of 32 and 64 bits, and an integer */
    Term *made[40];
    u32 count;
} Maker;

static Term *some(Maker *m, u32 width) {
    for (u32 tries = 0; tries < 40; tries++) {
        Term *t = m->made[below(m->count)];
        if (t->width == width) return t;
    }
    return below(2) ? m->symbols[width == 32 ? 0 : 1] : term_const(m->store, width, pattern(width));
}

static Term *operation(Maker *m) {
    static const TermOp binary[] = {TERM_FADD, TERM_FSUB, TERM_FMUL, TERM_FDIV, TERM_FREM};
    static const TermOp compare[] = {TERM_FEQ, TERM_FLT, TERM_FLE};
    TermStore *s = m->store;
    u32 width = below(2) ? 32 : 64, integer = (u32[]){8, 32, 64}[below(3)];
    TermRounding mode = below(3) ? ROUND_NEAREST_EVEN : (TermRounding)below(5);
    Term *a = some(m, width), *b = below(4) ? some(m, width) : a, *c = some(m, width);
    switch (below(13)) {
    case 0:
    case 1:
    case 2:
    case 3: return term_float(s, binary[below(5)], mode, width, (Term *[]){a, b});
    case 4: return term_float(s, TERM_FFMA, mode, width, (Term *[]){a, b, c});
    case 5: return term_float(s, below(2) ? TERM_FSQRT : TERM_FROUND, mode, width, &a);
    case 6: return term_float(s, TERM_FTOF, mode, 96 - width, &a);
    case 7: return term_xor(s, a, term_const(s, width, (u64)1 << (width - 1)));
    case 8: return term_zext(s, term_extract(s, a, 0, width - 1), width);
    case 9: return term_ite(s, term_float(s, compare[below(3)], mode, 1, (Term *[]){a, b}), b, c);
    case 10: {
        Term *whole = term_float(s, below(2) ? TERM_FTOS : TERM_FTOU, mode, integer, &a);
        return term_float(s, below(2) ? TERM_STOF : TERM_UTOF, mode, width, &whole);
    }
    case 11: return term_ite(s, term_float_is_nan(s, a), b, c);
    default: return term_float(s, below(2) ? TERM_STOF : TERM_UTOF, mode, width, &m->symbols[2]);
    }
}

static Maker make_terms(TermStore *store) {
    Maker m = {.store = store};
    m.symbols[0] = m.made[m.count++] = term_symbol(store, "x", 32);
    m.symbols[1] = m.made[m.count++] = term_symbol(store, "y", 64);
    m.symbols[2] = term_symbol(store, "n", 32);
    while (m.count < 6 + below(34)) m.made[m.count++] = operation(&m);
    return m;
}

/* Values in random boxes stay in their intervals. */
static void check_containment(TermStore *store, Boxes *boxes) {
    Maker m = make_terms(store);
    Term *last = m.made[m.count - 1];
    for (u32 round = 0; round < 6; round++) {
        Model *model = model_new(store);
        u64 ends[3][2];
        for (u32 i = 0; i < 3; i++) {
            u32 width = m.symbols[i]->width;
            u64 value = i == 2 ? next() >> (32 + below(32)) : pattern(width);
            bool is_point = !below(3), is_near = below(2); /* a neighbour in the order of patterns, or anything */
            ends[i][0] = value;
            ends[i][1] = is_point ? value : is_near ? (value + below(1000)) & low_mask(width) : pattern(width);
            model_set(model, m.symbols[i], term_const(store, width, ends[i][below(2)]));
        }
        Term *escaped = boxes_escaped(boxes, last, m.symbols, ends, 3, model);
        if (escaped)
            printf("%s of %u bits: %llx is outside\n", term_op_name((TermOp)escaped->op), escaped->width,
                   (unsigned long long)model_eval(model, escaped)->value);
        CHECK(!escaped);
        model_release(model);
    }
}

/* x in an interval of a few thousand floats and a condition on a term of x: all values say the same as boxes. */
static void check_answer(TermStore *store, Boxes *boxes) {
    Maker m = {.store = store, .count = 1};
    m.symbols[0] = m.symbols[2] = m.made[0] = term_symbol(store, "x", 32);
    m.symbols[1] = term_const(store, 64, pattern(64));
    while (m.count < 3 + below(8)) m.made[m.count++] = operation(&m);
    u64 low = pattern(32) & 0x7fffffff, high = MIN(low + below(3000), (u64)0x7f800000);
    Term *value = some(&m, 32), *bound = term_const(store, 32, pattern(32));
    Term *constraints[] = {
        term_not(store, term_ult(store, m.made[0], term_const(store, 32, low))),
        term_not(store, term_ult(store, term_const(store, 32, high), m.made[0])),
        term_float(store, below(2) ? TERM_FLT : TERM_FEQ, ROUND_NEAREST_EVEN, 1, (Term *[]){value, bound})};
    bool found = false;
    for (u64 x = low; x <= high && !found; x++) {
        Model *model = model_new(store);
        model_set(model, m.made[0], term_const(store, 32, x));
        found = model_satisfies(model, constraints[2]);
        model_release(model);
    }
    Deadline deadline = {.end = deadline_now() + 60};
    Query query = {constraints, 3, 0, true, &deadline};
    Result result = {0};
    if (boxes_answer(boxes, &query, deadline.end, &result)) CHECK(result.answer == (found ? ANSWER_YES : ANSWER_NO));
    result_clear(&result);
}

/* Digits of a number, some of which may be letters too, and one that is its exponent: what strtod makes of a text. */
enum { DIGITS = 4 };

static Term *digit_constraint(TermStore *s, Term *symbol) {
    Term *zero = term_const(s, 8, '0'), *ten = term_const(s, 8, 10);
    Term *is_digit = term_ult(s, term_sub(s, symbol, zero), ten);
    return below(4) ? is_digit : term_or(s, is_digit, term_eq(s, symbol, term_const(s, 8, "eE."[below(3)])));
}

static Term *scaled_number(TermStore *s, Term *const *symbols, u32 count) {
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    Term *number = term_const(s, 32, 0), *zero = term_const(s, 32, '0');
    for (u32 i = 0; i + 1 < count; i++)
        number =
            term_add(s, term_mul(s, number, term_const(s, 32, 10)), term_sub(s, term_zext(s, symbols[i], 32), zero));
    Term *power = term_sub(s, term_zext(s, symbols[count - 1], 32), term_const(s, 32, '0' + below(5)));
    Term *factor = term_select(s, term_data(s, 32, 64, powers, 10), power);
    Term *value = term_float(s, TERM_STOF, ROUND_NEAREST_EVEN, 64, &number);
    return term_float(s, below(2) ? TERM_FMUL : TERM_FDIV, ROUND_NEAREST_EVEN, 64, (Term *[]){value, factor});
}

/* All values of the symbols from `at` on. */
static bool any_value(TermStore *store, Model *model, Term *const *symbols, u32 at, u32 count, const Query *query) {
    for (u32 value = '.'; at < count && value <= 'e'; value = value == '9' ? 'E' : value == 'E' ? 'e' : value + 1) {
        model_set(model, symbols[at], term_const(store, 8, value));
        if (any_value(store, model, symbols, at + 1, count, query)) return true;
    }
    for (u32 i = 0; at == count && i < query->count; i++)
        if (!model_satisfies(model, query->constraints[i])) return false;
    return at == count;
}

static void check_digits(TermStore *store, Boxes *boxes) {
    static const double bounds[] = {0, 1, 7, 50, 999, 2147483647.0, 1e6, 0.001};
    Term *symbols[DIGITS], *constraints[DIGITS + 1];
    u32 count = 2 + (u32)below(DIGITS - 1);
    for (u32 i = 0; i < count; i++) {
        symbols[i] = term_symbol(store, (const char *[]){"a", "b", "c", "d"}[i], 8);
        constraints[i] = digit_constraint(store, symbols[i]);
    }
    Term *value = scaled_number(store, symbols, count);
    double number = bounds[below(8)];
    u64 bits;
    memcpy(&bits, &number, sizeof bits);
    Term *pair[] = {value, term_const(store, 64, bits)};
    if (below(2)) pair[0] = pair[1], pair[1] = value;
    constraints[count] = term_float(store, below(3) ? TERM_FLT : TERM_FEQ, ROUND_NEAREST_EVEN, 1, pair);
    Deadline deadline = {.end = deadline_now() + 60};
    Query query = {constraints, count + 1, 0, true, &deadline};
    Model *model = model_new(store);
    bool found = any_value(store, model, symbols, 0, count, &query);
    model_release(model);
    Result result = {0};
    CHECK(boxes_answer(boxes, &query, deadline.end, &result));
    CHECK(result.answer == (found ? ANSWER_YES : ANSWER_NO));
    result_clear(&result);
}

int main(int argc, char **argv) {
    u32 count = argc > 1 ? (u32)atoi(argv[1]) : 3000;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    TermStore *store = term_store_new();
    Boxes *boxes = boxes_new(store);
    for (u32 i = 0; i < count; i++) {
        check_containment(store, boxes);
        if (i % 30 == 0) check_answer(store, boxes);
        if (i % 30 == 15) check_digits(store, boxes);
        if (term_collect_is_due(store)) term_collect(store);
    }
    boxes_free(boxes);
    term_store_free(store);
    return finish();
}
