/* Comparisons of integers that became floats: what the constructor makes of them, evaluated, against the same operations on
 * constants. Usage: float_integers [how many, 20000 unless told] [seed]. */
#include "check.h"
#include "term/model.h"
#include "term/term.h"

#include <stdlib.h>
#include <string.h>

static u64 seed;

static u64 next(void) {
    seed += 0x9e3779b97f4a7c15u;
    return hash_mix(seed);
}

static const TermRounding modes[] = {ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY, ROUND_UP, ROUND_DOWN, ROUND_TO_ZERO};
static const u32 float_widths[] = {16, 32, 64, 80, 128};

/* What is done to an integer, the same for a symbol and for numbers. */
typedef struct {
    u32 integer_width, width, steps;
    bool is_signed, compares_back, number_on_left;
    TermOp ops[3], comparison;
    u32 kinds[3];
    TermRounding mode;
    Term *numbers[3], *against;
} Recipe;

static Term *number(TermStore *s, u32 width) {
    static const i64 values[] = {0, 1, -1, 2, 10, -10, 3, 100, 1000, 2147483647, -2147483647 - 1, 7};
    i64 value = next() % 4 ? values[next() % COUNT_OF(values)] : (i64)next() >> next() % 64;
    Term *integer = term_const(s, 64, (u64)value);
    Term *made = term_float(s, TERM_STOF, ROUND_NEAREST_EVEN, width, &integer);
    Term *ten = term_const(s, 64, 10);
    if (next() % 4) return made;
    return term_float(s, TERM_FDIV, ROUND_NEAREST_EVEN, width,
                      (Term *[]){made, term_float(s, TERM_STOF, ROUND_NEAREST_EVEN, width, &ten)});
}

static Recipe any_recipe(TermStore *s) {
    static const TermOp steps[] = {TERM_FADD, TERM_FSUB, TERM_FMUL, TERM_FDIV, TERM_FROUND, TERM_XOR};
    static const TermOp comparisons[] = {TERM_FEQ, TERM_FLT, TERM_FLE};
    Recipe r = {.integer_width = 1 + (u32)(next() % 64), .width = float_widths[next() % 5], .steps = (u32)(next() % 4)};
    r.is_signed = next() % 2;
    r.number_on_left = next() % 2;
    r.comparison = comparisons[next() % 3];
    r.mode = modes[next() % 5];
    for (u32 i = 0; i < r.steps; i++) {
        r.ops[i] = steps[next() % COUNT_OF(steps)];
        r.kinds[i] = (u32)(next() % 2);
        r.numbers[i] = number(s, r.width);
    }
    r.compares_back = next() % 4 == 0;
    r.against = number(s, r.width);
    return r;
}

static Term *cook(TermStore *s, const Recipe *r, Term *integer) {
    Term *value = term_float(s, r->is_signed ? TERM_STOF : TERM_UTOF, r->mode, r->width, &integer);
    if (r->compares_back) return term_float(s, r->is_signed ? TERM_FTOS : TERM_FTOU, ROUND_TO_ZERO, 32, &value);
    for (u32 i = 0; i < r->steps; i++) {
        Term *args[] = {r->kinds[i] ? value : r->numbers[i], r->kinds[i] ? r->numbers[i] : value};
        if (r->ops[i] == TERM_XOR)
            value = term_xor(s, value,
                             term_shl(s, term_zext(s, term_true(s), r->width), term_const(s, r->width, r->width - 1)));
        else value = term_float(s, r->ops[i], r->mode, r->width, r->ops[i] == TERM_FROUND ? &value : args);
    }
    Term *args[] = {r->number_on_left ? r->against : value, r->number_on_left ? value : r->against};
    return term_float(s, r->comparison, ROUND_NEAREST_EVEN, 1, args);
}

int main(int argc, char **argv) {
    u32 count = argc > 1 ? (u32)atoi(argv[1]) : 20000, simplified = 0;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    TermStore *s = term_store_new();
    for (u32 i = 0; i < count; i++) {
        Recipe r = any_recipe(s);
        char name[16];
        snprintf(name, sizeof name, "x%u", r.integer_width);
        Term *x = term_symbol(s, name, r.integer_width);
        if (next() % 2) x = term_zext(s, x, MIN(64u, r.integer_width + (u32)(next() % 9)));
        Term *term = cook(s, &r, x), *symbol = x->op == TERM_ZEXT ? x->arg[0] : x;
        simplified += !(term->flags & TERM_HAS_FLOAT);
        for (u32 k = 0; k < 8; k++) {
            u64 value = next() >> next() % 64;
            if (k == 0) value = 0;
            if (k == 1) value = ~(u64)0;
            if (k == 2) value = (u64)1 << (symbol->width - 1);
            value &= low_mask(symbol->width);
            Model *model = model_new(s);
            model_set(model, symbol, term_const(s, symbol->width, value));
            Term *expected = cook(s, &r, term_const(s, x->width, value));
            CHECK(model_eval(model, term) == expected);
            model_release(model);
        }
    }
    printf("%u of %u comparisons are without floats\n", simplified, count);
    CHECK(simplified > count / 4);
    term_store_free(s);
    return finish();
}
