/* Reading terms: literals, let, annotations; what is applied is in smt_apply.c. Nesting is bounded by memory alone: open
 * expressions stand on a stack of their own, and so do the values of their parts. */
#include "term/smt_scope.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

static bool read_literal_bits(SmtScope *scope, const Sexp *sexp, SmtValue *out) {
    const char *digits = sexp->text + 1;
    u32 step = sexp->text[0] == 'x' ? 4 : 1, width = (u32)strlen(digits) * step;
    u64 *limbs = xcalloc(term_limb_count(width), sizeof *limbs);
    for (u32 i = 0; digits[i]; i++) {
        char c = digits[i];
        u64 digit = (u64)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        u32 low = width - (i + 1) * step;
        limbs[low / 64] |= digit << (low % 64);
    }
    *out = (SmtValue){.term = term_const_wide(scope->store, width, limbs), .sort = smt_bits_sort(width)};
    free(limbs);
    return true;
}

/* (_ bvN w) */
static bool read_decimal_bits(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error) {
    u32 width;
    const char *digits = sexp->items[1]->text + 2;
    if (!smt_read_number(sexp->items[2], 1, 1 << 24, &width, error)) return false;
    u32 length = (u32)strlen(digits);
    if (!length || strspn(digits, "0123456789") != length)
        return sexp_error(error, sexp->items[1], "expected bv and a number");
    u8 *values = xmalloc(length);
    for (u32 i = 0; i < length; i++) values[i] = (u8)(digits[i] - '0');
    u32 room = MAX(term_limb_count(width), length / 19 + 2);
    u64 *limbs = xcalloc(room, sizeof *limbs);
    mpn_set_str(limbs, values, length, 10);
    if (width % 64) limbs[term_limb_count(width) - 1] &= low_mask(width % 64);
    *out = (SmtValue){.term = term_const_wide(scope->store, width, limbs), .sort = smt_bits_sort(width)};
    free(values);
    free(limbs);
    return true;
}

static bool read_atom(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error) {
    if (sexp->kind == SEXP_BITS) return read_literal_bits(scope, sexp, out);
    if (sexp->kind != SEXP_SYMBOL)
        return sexp_error(error, sexp, "expected a term%s",
                          sexp->kind == SEXP_NUMBER ? ": integers are unsupported" : "");
    const SmtBinding *bound = smt_lookup(scope, sexp->text);
    if (bound && bound->kind == BINDS_VALUE) {
        *out = bound->value;
        return true;
    }
    if (!bound && (sexp_is(sexp, "true") || sexp_is(sexp, "false"))) {
        *out = (SmtValue){.term = sexp_is(sexp, "true") ? term_true(scope->store) : term_false(scope->store),
                          .sort = smt_bool_sort()};
        return true;
    }
    if (!bound && smt_read_float_atom(scope, sexp, out)) return true;
    return sexp_error(error, sexp, bound ? "expected a term: %s takes arguments" : "%s is not declared", sexp->text);
}

/* (_ bvN w), (_ NaN e s) */
static bool read_indexed_literal(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error) {
    bool is_bits = sexp->count == 3 && sexp->items[1]->kind == SEXP_SYMBOL && !strncmp(sexp->items[1]->text, "bv", 2);
    if (is_bits) return read_decimal_bits(scope, sexp, out, error);
    if (smt_read_float_literal(scope, sexp, out, error)) return true;
    return error_is_set(error) ? false : sexp_error(error, sexp, "expected (_ bvN width)");
}

/* An expression some of whose parts have been read. */
typedef struct {
    const Sexp *sexp;
    enum { OPEN_APPLICATION, OPEN_REAL, OPEN_ANNOTATION, OPEN_LET } kind;
    u32 begun;   /* parts whose reading has begun */
    u32 values;  /* where the values of its parts begin */
    u32 outside; /* OPEN_LET: bindings around it */
} Open;

typedef struct {
    SmtScope *scope;
    VEC(Open) open;
    VEC(SmtValue) values;
    Error *error;
} Reader;

static bool check_let(const Sexp *sexp, Error *error) {
    if (sexp->count != 3 || sexp->items[1]->kind != SEXP_LIST)
        return sexp_error(error, sexp, "expected (let ((name term) ...) term)");
    for (u32 i = 0; i < sexp->items[1]->count; i++) {
        const Sexp *pair = sexp->items[1]->items[i];
        if (pair->kind != SEXP_LIST || pair->count != 2 || pair->items[0]->kind != SEXP_SYMBOL)
            return sexp_error(error, pair, "expected (name term)");
    }
    return true;
}

/* Begins to read an expression: a leaf gets its value at once. */
static bool begin(Reader *reader, const Sexp *sexp) {
    SmtScope *scope = reader->scope;
    Open open = {.sexp = sexp, .values = reader->values.count, .outside = scope->bindings.count};
    if (sexp->kind != SEXP_LIST || sexp_is_list_of(sexp, "_")) {
        SmtValue value;
        bool ok = sexp->kind == SEXP_LIST ? read_indexed_literal(scope, sexp, &value, reader->error)
                                          : read_atom(scope, sexp, &value, reader->error);
        if (ok) vec_push(&reader->values, value);
        return ok;
    }
    if (!sexp->count) return sexp_error(reader->error, sexp, "expected a term, found ()");
    if (sexp_is(sexp->items[0], "forall") || sexp_is(sexp->items[0], "exists"))
        return sexp_error(reader->error, sexp, "unsupported: quantifiers");
    if (sexp_is(sexp->items[0], "let")) {
        if (!check_let(sexp, reader->error)) return false;
        open.kind = OPEN_LET;
    } else if (sexp_is(sexp->items[0], "!") && sexp->count >= 2) {
        open.kind = OPEN_ANNOTATION;
    } else if (smt_is_real_conversion(sexp)) {
        open.kind = OPEN_REAL;
    }
    vec_push(&reader->open, open);
    return true;
}

/* The n-th part of an expression that is a term; NULL behind the last. */
static const Sexp *part_of(const Open *open, u32 n) {
    const Sexp *sexp = open->sexp;
    switch (open->kind) {
    case OPEN_REAL:
    case OPEN_ANNOTATION: return n == 0 ? sexp->items[1] : NULL;
    case OPEN_LET:
        return n < sexp->items[1]->count    ? sexp->items[1]->items[n]->items[1]
               : n == sexp->items[1]->count ? sexp->items[2]
                                            : NULL;
    default: return n + 1 < sexp->count ? sexp->items[n + 1] : NULL;
    }
}

/* The bindings of a let come into force before its body. */
static void bind_values(Reader *reader, const Open *open) {
    const Sexp *list = open->sexp->items[1];
    for (u32 i = 0; i < list->count; i++)
        smt_bind(reader->scope, (SmtBinding){.name = list->items[i]->items[0]->text,
                                             .kind = BINDS_VALUE,
                                             .value = reader->values.at[open->values + i]});
}

/* All parts have been read: their values give way to the value of the whole. */
static bool finish(Reader *reader, const Open *open) {
    SmtValue value = {0}, *args = reader->values.at + open->values;
    bool ok = true;
    switch (open->kind) {
    case OPEN_APPLICATION: ok = smt_apply(reader->scope, open->sexp, args, &value, reader->error); break;
    case OPEN_REAL: ok = smt_apply_real_conversion(reader->scope, open->sexp, args, &value, reader->error); break;
    case OPEN_ANNOTATION: value = args[0]; break;
    case OPEN_LET: value = vec_last(&reader->values); smt_unbind_to(reader->scope, open->outside);
    }
    reader->values.count = open->values;
    vec_push(&reader->values, value);
    return ok;
}

static bool step(Reader *reader) {
    Open *open = &vec_last(&reader->open);
    const Sexp *part = part_of(open, open->begun);
    if (!part) {
        Open done = vec_pop(&reader->open);
        return finish(reader, &done);
    }
    if (open->kind == OPEN_LET && open->begun == open->sexp->items[1]->count) bind_values(reader, open);
    open->begun++;
    return begin(reader, part);
}

bool smt_read_value(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error) {
    Reader reader = {.scope = scope, .error = error};
    u32 outside = scope->bindings.count;
    vec_reserve(&reader.values, 8);
    bool ok = begin(&reader, sexp);
    while (ok && reader.open.count) ok = step(&reader);
    if (ok) *out = reader.values.at[0];
    else smt_unbind_to(scope, outside);
    vec_free(&reader.open);
    vec_free(&reader.values);
    return ok;
}

bool smt_read_bool(SmtScope *scope, const Sexp *sexp, Term **out, Error *error) {
    SmtValue value;
    if (!smt_read_value(scope, sexp, &value, error)) return false;
    if (value.sort.kind != SORT_BOOL) return sexp_error(error, sexp, "expected a term of sort Bool");
    *out = value.term;
    return true;
}
