/* Real numbers in scripts: ((_ to_fp e s) mode 1.5). The only reals there are: decimals, negated and divided. */
#include "term/smt_scope.h"

#include "term/float_exact.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(const Sexp *) SexpStack;

static bool is_real_atom(const Sexp *sexp) { return sexp->kind == SEXP_NUMBER || sexp->kind == SEXP_DECIMAL; }
static bool is_negation(const Sexp *sexp) { return sexp_is_list_of(sexp, "-") && sexp->count == 2; }
static bool is_quotient(const Sexp *sexp) { return sexp_is_list_of(sexp, "/") && sexp->count == 3; }

/* Appends the expression and all below it, operators before their operands, the last operand first: backwards it is in
 * postfix order. False when it is not a real. */
static bool flatten(const Sexp *sexp, SexpStack *order) {
    SexpStack open = {0};
    bool ok = true;
    vec_push(&open, sexp);
    while (open.count && ok) {
        const Sexp *next = vec_pop(&open);
        vec_push(order, next);
        ok = is_real_atom(next) || is_negation(next) || is_quotient(next);
        for (u32 i = 1; ok && i < next->count; i++) vec_push(&open, next->items[i]);
    }
    vec_free(&open);
    return ok;
}

bool smt_is_real_conversion(const Sexp *sexp) {
    const Sexp *head = sexp->items[0];
    if (sexp->count != 3 || !sexp_is_list_of(head, "_") || head->count != 4 || !sexp_is(head->items[1], "to_fp"))
        return false;
    SexpStack order = {0};
    bool ok = flatten(sexp->items[2], &order);
    vec_free(&order);
    return ok;
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

typedef struct {
    mpq_t number;
} Real;

/* False for a division by zero. */
static bool evaluate(const SexpStack *order, mpq_t value) {
    VEC(Real) stack = {0};
    bool ok = true;
    for (u32 i = order->count; i-- > 0 && ok;) {
        const Sexp *sexp = order->at[i];
        if (is_real_atom(sexp)) {
            Real real;
            mpq_init(real.number);
            set_decimal(real.number, sexp->text);
            vec_push(&stack, real);
        } else if (is_negation(sexp)) {
            mpq_neg(vec_last(&stack).number, vec_last(&stack).number);
        } else {
            Real divisor = vec_pop(&stack);
            ok = mpq_sgn(divisor.number) != 0;
            if (ok) mpq_div(vec_last(&stack).number, vec_last(&stack).number, divisor.number);
            mpq_clear(divisor.number);
        }
    }
    if (ok) mpq_set(value, stack.at[0].number);
    while (stack.count) mpq_clear(vec_pop(&stack).number);
    vec_free(&stack);
    return ok;
}

typedef struct {
    TermStore *store;
    mpq_t value;
    u32 width;
} Conversion;

static Term *round_real(const void *context, TermRounding mode) {
    const Conversion *c = context;
    u128 bits = float_exact_round(c->value, c->width, mode);
    return term_const_wide(c->store, c->width, (u64[]){(u64)bits, (u64)(bits >> 64)});
}

bool smt_apply_real_conversion(SmtScope *scope, const Sexp *sexp, const SmtValue *mode, SmtValue *out, Error *error) {
    u32 e, s;
    const Sexp *head = sexp->items[0];
    SmtSort sort;
    if (!smt_read_number(head->items[2], 2, 1000, &e, error) || !smt_read_number(head->items[3], 2, 1000, &s, error))
        return false;
    if (!smt_float_sort(e, s, &sort)) return sexp_error(error, head, "unsupported float format: Loci has those of C");
    if (mode->sort.kind != SORT_ROUNDING) return sexp_error(error, sexp->items[1], "expected a rounding mode first");
    Conversion conversion = {.store = scope->store, .width = sort.width};
    SexpStack order = {0};
    mpq_init(conversion.value);
    bool ok = flatten(sexp->items[2], &order) && evaluate(&order, conversion.value);
    if (ok) *out = (SmtValue){.term = smt_by_mode(scope->store, mode->term, round_real, &conversion), .sort = sort};
    mpq_clear(conversion.value);
    vec_free(&order);
    return ok || sexp_error(error, sexp->items[2], "expected a real number, found a division by zero");
}
