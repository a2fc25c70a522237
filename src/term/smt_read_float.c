/* Reading SMT-LIB's floats into operations on bit patterns. SMT-LIB has one NaN, so = on floats calls all of them equal;
 * conversions to integers that do not fit are left open there, hence a function of mode and float here. */
#include "term/smt_scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool smt_float_sort(u32 exponent, u32 significand, SmtSort *out) {
    static const u32 formats[][2] = {{5, 11}, {8, 24}, {11, 53}, {15, 113}};
    for (u32 i = 0; i < COUNT_OF(formats); i++) {
        if (formats[i][0] != exponent || formats[i][1] != significand) continue;
        *out = (SmtSort){
            .kind = SORT_FLOAT, .width = exponent + significand, .exponent = exponent, .significand = significand};
        return true;
    }
    return false;
}

Term *smt_any_mode(TermStore *store, Term *bits) {
    Term *last = term_const(store, SMT_MODE_BITS, ROUND_NEAREST_AWAY);
    return term_ite(store, term_ult(store, last, bits), last, bits);
}

Term *smt_by_mode(TermStore *store, Term *mode, Term *(*build)(const void *context, TermRounding mode),
                  const void *context) {
    if (term_is_const(mode)) return build(context, (TermRounding)mode->value);
    Term *choice = build(context, ROUND_NEAREST_AWAY);
    for (u32 i = ROUND_NEAREST_AWAY; i-- > 0;) {
        Term *is_this = term_eq(store, mode, term_const(store, SMT_MODE_BITS, i));
        choice = term_ite(store, is_this, build(context, (TermRounding)i), choice);
    }
    return choice;
}

const char *smt_rounding_name(u64 mode) {
    static const char *const names[] = {"RNE", "RTZ", "RTP", "RTN", "RNA"};
    return names[MIN(mode, (u64)ROUND_NEAREST_AWAY)];
}

bool smt_read_float_atom(SmtScope *scope, const Sexp *sexp, SmtValue *out) {
    static const struct {
        const char *names[2];
        TermRounding mode;
    } modes[] = {
        {{"RNE", "roundNearestTiesToEven"}, ROUND_NEAREST_EVEN},
        {{"RTZ", "roundTowardZero"}, ROUND_TO_ZERO},
        {{"RTP", "roundTowardPositive"}, ROUND_UP},
        {{"RTN", "roundTowardNegative"}, ROUND_DOWN},
        {{"RNA", "roundNearestTiesToAway"}, ROUND_NEAREST_AWAY},
    };
    for (u32 i = 0; i < COUNT_OF(modes); i++)
        if (sexp_is(sexp, modes[i].names[0]) || sexp_is(sexp, modes[i].names[1])) {
            *out =
                (SmtValue){.term = term_const(scope->store, SMT_MODE_BITS, modes[i].mode), .sort = smt_rounding_sort()};
            return true;
        }
    return false;
}

/* sign, exponent bits and fraction bits, each all clear or all set */
static Term *pattern(TermStore *store, const SmtSort *sort, bool sign, bool exponent, bool fraction) {
    Term *parts[3] = {term_const(store, 1, sign), term_const(store, sort->exponent, 0),
                      term_const(store, sort->significand - 1, 0)};
    if (exponent) parts[1] = term_not(store, parts[1]);
    if (fraction) parts[2] = term_not(store, parts[2]);
    return term_concat(store, parts[0], term_concat(store, parts[1], parts[2]));
}

/* (_ +oo e s), (_ NaN e s), ... */
bool smt_read_float_literal(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error) {
    static const struct {
        const char *name;
        bool sign, exponent, fraction;
    } literals[] = {{"+oo", 0, 1, 0}, {"-oo", 1, 1, 0}, {"+zero", 0, 0, 0}, {"-zero", 1, 0, 0}, {"NaN", 0, 1, 1}};
    if (sexp->count != 4 || sexp->items[1]->kind != SEXP_SYMBOL) return false;
    for (u32 i = 0; i < COUNT_OF(literals); i++) {
        if (!sexp_is(sexp->items[1], literals[i].name)) continue;
        u32 e, s;
        SmtSort sort;
        if (!smt_read_number(sexp->items[2], 2, 1000, &e, error) ||
            !smt_read_number(sexp->items[3], 2, 1000, &s, error))
            return false;
        if (!smt_float_sort(e, s, &sort)) return sexp_error(error, sexp, "unsupported float format");
        Term *term = pattern(scope->store, &sort, literals[i].sign, literals[i].exponent, literals[i].fraction);
        *out = (SmtValue){.term = term, .sort = sort};
        return true;
    }
    return false;
}

Term *smt_float_eq(TermStore *store, Term *a, Term *b) {
    Term *both_nan = term_and(store, term_float_is_nan(store, a), term_float_is_nan(store, b));
    return term_or(store, both_nan, term_eq(store, a, b));
}

typedef struct {
    SmtScope *scope;
    TermStore *store;
    const Sexp *at;
    const SmtValue *args;
    u32 count;
    SmtValue *out;
    Error *error;
} Call;

static bool complain(const Call *call, const char *what) { return sexp_error(call->error, call->at, "%s", what); }

static bool give_float(const Call *call, const SmtSort *sort, Term *term) {
    *call->out = (SmtValue){.term = term, .sort = *sort};
    return true;
}
static bool give_bool(const Call *call, Term *term) {
    *call->out = (SmtValue){.term = term, .sort = smt_bool_sort()};
    return true;
}

static bool are_floats(const Call *call, u32 from, u32 count) {
    if (call->count != from + count) return complain(call, "wrong number of arguments");
    for (u32 i = from; i < call->count; i++)
        if (call->args[i].sort.kind != SORT_FLOAT || !smt_same_sort(&call->args[from].sort, &call->args[i].sort))
            return sexp_error(call->error, call->at->items[i + 1], "expected a float of the same format");
    return true;
}

static bool has_mode(const Call *call) {
    if (!call->count || call->args[0].sort.kind != SORT_ROUNDING)
        return complain(call, "expected a rounding mode first");
    return true;
}

/* An operation but for its mode. */
typedef struct {
    TermStore *store;
    TermOp op;
    u32 width;
    Term *args[3];
} Operation;

static Term *operate(const void *context, TermRounding mode) {
    const Operation *o = context;
    return term_float(o->store, o->op, mode, o->width, o->args);
}

static bool apply_arithmetic(const Call *call, TermOp op, u32 arity) {
    bool moded = op != TERM_FREM;
    if ((moded && !has_mode(call)) || !are_floats(call, moded, arity)) return false;
    const SmtSort *sort = &call->args[moded].sort;
    Operation operation = {call->store, op, sort->width, {NULL, NULL, NULL}};
    for (u32 i = 0; i < arity; i++) operation.args[i] = call->args[i + moded].term;
    return give_float(call, sort,
                      moded ? smt_by_mode(call->store, call->args[0].term, operate, &operation)
                            : operate(&operation, ROUND_NEAREST_EVEN));
}

static bool apply_comparison(const Call *call, TermOp op, bool swapped) {
    if (call->count < 2 || !are_floats(call, 0, call->count))
        return error_is_set(call->error) ? false : complain(call, "expected two floats or more");
    Term *all = term_true(call->store);
    for (u32 i = 0; i + 1 < call->count; i++) {
        Term *pair[2] = {call->args[swapped ? i + 1 : i].term, call->args[swapped ? i : i + 1].term};
        all = term_and(call->store, all, term_float(call->store, op, ROUND_NEAREST_EVEN, 1, pair));
    }
    return give_bool(call, all);
}

static bool apply_class(const Call *call, const char *name) {
    if (!are_floats(call, 0, 1)) return false;
    TermStore *s = call->store;
    const SmtSort *sort = &call->args[0].sort;
    Term *x = call->args[0].term, *nan = term_float_is_nan(s, x);
    Term *exponent = term_extract(s, x, sort->significand - 1, sort->exponent);
    Term *fraction = term_extract(s, x, 0, sort->significand - 1);
    Term *no_exponent = term_eq(s, exponent, term_const(s, exponent->width, 0));
    Term *all_exponent = term_eq(s, exponent, term_not(s, term_const(s, exponent->width, 0)));
    Term *no_fraction = term_eq(s, fraction, term_const(s, fraction->width, 0));
    Term *sign = term_extract(s, x, x->width - 1, 1);
    Term *answer = !strcmp(name, "NaN")         ? nan
                   : !strcmp(name, "Infinite")  ? term_and(s, all_exponent, no_fraction)
                   : !strcmp(name, "Zero")      ? term_and(s, no_exponent, no_fraction)
                   : !strcmp(name, "Subnormal") ? term_and(s, no_exponent, term_not(s, no_fraction))
                   : !strcmp(name, "Normal")    ? term_and(s, term_not(s, no_exponent), term_not(s, all_exponent))
                   : !strcmp(name, "Negative")  ? term_and(s, sign, term_not(s, nan))
                   : !strcmp(name, "Positive")  ? term_and(s, term_not(s, sign), term_not(s, nan))
                                                : NULL;
    return answer ? give_bool(call, answer) : complain(call, "unknown function");
}

static bool apply_sign(const Call *call, bool negate) {
    if (!are_floats(call, 0, 1)) return false;
    Term *x = call->args[0].term, *top = term_extract(call->store, x, x->width - 1, 1);
    Term *sign = negate ? term_not(call->store, top) : term_const(call->store, 1, 0);
    return give_float(call, &call->args[0].sort,
                      term_concat(call->store, sign, term_extract(call->store, x, 0, x->width - 1)));
}

/* SMT-LIB leaves open which zero fp.min and fp.max give of zeros with different signs: a function of the signs. */
static Term *open_zero(const Call *call, bool smaller, u32 width, Term *sign) {
    char name[32];
    snprintf(name, sizeof name, SMT_OWN_NAME "%s!%u", smaller ? "fp.min" : "fp.max", width);
    const TermSymbol *open = term_function(call->store, name, 1, 1, (u32[]){1});
    return term_concat(call->store, term_apply(call->store, open, &sign), term_const(call->store, width - 1, 0));
}

static bool apply_choice(const Call *call, bool smaller) {
    if (!are_floats(call, 0, 2)) return false;
    TermStore *s = call->store;
    Term *a = call->args[0].term, *b = call->args[1].term, *order[2] = {smaller ? a : b, smaller ? b : a};
    Term *first = term_or(s, term_float_is_nan(s, b), term_float(s, TERM_FLT, ROUND_NEAREST_EVEN, 1, order));
    Term *no_bits = term_const(s, a->width - 1, 0), *signs[2], *are_zeros = term_true(s);
    for (u32 i = 0; i < 2; i++) {
        Term *x = call->args[i].term;
        signs[i] = term_extract(s, x, x->width - 1, 1);
        are_zeros = term_and(s, are_zeros, term_eq(s, term_extract(s, x, 0, x->width - 1), no_bits));
    }
    Term *is_open = term_and(s, are_zeros, term_xor(s, signs[0], signs[1]));
    Term *choice = term_ite(s, term_float_is_nan(s, a), b, term_ite(s, first, a, b));
    if (!term_is_false(is_open)) choice = term_ite(s, is_open, open_zero(call, smaller, a->width, signs[0]), choice);
    return give_float(call, &call->args[0].sort, choice);
}

static bool apply_triple(const Call *call) {
    SmtSort sort;
    if (call->count != 3) return complain(call, "expected (fp sign exponent fraction)");
    for (u32 i = 0; i < 3; i++)
        if (call->args[i].sort.kind != SORT_BITS) return complain(call, "expected three bit-vectors");
    if (call->args[0].sort.width != 1 || !smt_float_sort(call->args[1].sort.width, call->args[2].sort.width + 1, &sort))
        return complain(call, "unsupported float format: Loci has those of C");
    Term *low = term_concat(call->store, call->args[1].term, call->args[2].term);
    return give_float(call, &sort, term_concat(call->store, call->args[0].term, low));
}

static bool apply_to_float(const Call *call, const SmtSort *sort, bool is_unsigned) {
    if (call->count == 1 && call->args[0].sort.kind == SORT_BITS && !is_unsigned) {
        if (call->args[0].sort.width != sort->width) return complain(call, "expected as many bits as the format has");
        return give_float(call, sort, call->args[0].term);
    }
    if (!has_mode(call) || call->count != 2)
        return error_is_set(call->error) ? false : complain(call, "wrong number of arguments");
    const SmtValue *from = &call->args[1];
    bool is_float = from->sort.kind == SORT_FLOAT && !is_unsigned;
    if (!is_float && (from->sort.kind != SORT_BITS || from->sort.width > 128))
        return complain(call, "expected a float or a bit-vector of up to 128 bits");
    Operation operation = {call->store,
                           is_float      ? TERM_FTOF
                           : is_unsigned ? TERM_UTOF
                                         : TERM_STOF,
                           sort->width,
                           {from->term, NULL, NULL}};
    return give_float(call, sort, smt_by_mode(call->store, call->args[0].term, operate, &operation));
}

static Term *power_of_two(TermStore *s, u32 exponent, bool negative, u32 width) {
    Term *one = term_const(s, 128, 1), *power = term_shl(s, one, term_const(s, 128, exponent));
    if (negative) power = term_neg(s, power);
    return term_float(s, negative ? TERM_STOF : TERM_UTOF, ROUND_NEAREST_EVEN, width, &power);
}

/* A float of this sort rounded to an integer of `width` bits. */
typedef struct {
    TermStore *store;
    const SmtSort *sort;
    Term *x;
    u32 width;
    bool is_signed;
} ToInteger;

static Term *to_integer(const void *context, TermRounding mode) {
    const ToInteger *t = context;
    TermStore *s = t->store;
    Term *x = t->x, *whole = term_float(s, TERM_FROUND, mode, x->width, &x);
    Term *low = t->is_signed ? power_of_two(s, t->width - 1, true, x->width) : term_const(s, x->width, 0);
    Term *end = power_of_two(s, t->is_signed ? t->width - 1 : t->width, false, x->width);
    Term *infinite = pattern(s, t->sort, 0, 1, 0);
    Term *magnitude = term_extract(s, x, 0, x->width - 1);
    Term *fits = term_and(s, term_float(s, TERM_FLE, 0, 1, (Term *[]){low, whole}),
                          term_float(s, TERM_FLT, 0, 1, (Term *[]){whole, end}));
    fits = term_and(s, fits, term_ne(s, magnitude, term_extract(s, infinite, 0, x->width - 1)));
    char name[48];
    snprintf(name, sizeof name, SMT_OWN_NAME "%s!%u!%u", t->is_signed ? "fp.to_sbv" : "fp.to_ubv", x->width, t->width);
    const TermSymbol *open = term_function(s, name, t->width, 2, (u32[]){SMT_MODE_BITS, x->width});
    Term *one_nan = term_ite(s, term_float_is_nan(s, x), term_float_default_nan(s, x->width), x);
    Term *args[2] = {term_const(s, SMT_MODE_BITS, mode), one_nan};
    Term *inside = term_float(s, t->is_signed ? TERM_FTOS : TERM_FTOU, mode, t->width, &x);
    return term_ite(s, fits, inside, term_apply(s, open, args));
}

static bool apply_to_integer(const Call *call, u32 width, bool is_signed) {
    if (!has_mode(call) || !are_floats(call, 1, 1)) return false;
    if (width < 2 || width > 126)
        return complain(call, "unsupported: conversion to fewer than 2 or more than 126 bits");
    ToInteger conversion = {call->store, &call->args[1].sort, call->args[1].term, width, is_signed};
    *call->out = (SmtValue){.term = smt_by_mode(call->store, call->args[0].term, to_integer, &conversion),
                            .sort = smt_bits_sort(width)};
    return true;
}

static bool apply_indexed(const Call *call, const Sexp *head) {
    const char *name = head->items[1]->text;
    u32 first, second;
    SmtSort sort;
    if (!strcmp(name, "to_fp") || !strcmp(name, "to_fp_unsigned")) {
        if (head->count != 4) return complain(call, "expected (_ to_fp e s)");
        if (!smt_read_number(head->items[2], 2, 1000, &first, call->error) ||
            !smt_read_number(head->items[3], 2, 1000, &second, call->error))
            return false;
        if (!smt_float_sort(first, second, &sort))
            return complain(call, "unsupported float format: Loci has those of C");
        return apply_to_float(call, &sort, !strcmp(name, "to_fp_unsigned"));
    }
    if (!strcmp(name, "fp.to_ubv") || !strcmp(name, "fp.to_sbv")) {
        if (!smt_read_number(head->items[2], 1, 1 << 20, &first, call->error)) return false;
        return apply_to_integer(call, first, !strcmp(name, "fp.to_sbv"));
    }
    return false;
}

bool smt_apply_float(SmtScope *scope, const Sexp *at, const Sexp *head, const SmtValue *args, u32 count, SmtValue *out,
                     Error *error) {
    static const struct {
        const char *name;
        TermOp op;
        u32 arity;
    } arithmetic[] = {{"fp.add", TERM_FADD, 2},   {"fp.sub", TERM_FSUB, 2},
                      {"fp.mul", TERM_FMUL, 2},   {"fp.div", TERM_FDIV, 2},
                      {"fp.rem", TERM_FREM, 2},   {"fp.fma", TERM_FFMA, 3},
                      {"fp.sqrt", TERM_FSQRT, 1}, {"fp.roundToIntegral", TERM_FROUND, 1}};
    Call call = {scope, scope->store, at, args, count, out, error};
    if (head->kind == SEXP_LIST) return apply_indexed(&call, head);
    const char *name = head->text;
    if (!strcmp(name, "fp")) return apply_triple(&call);
    if (strncmp(name, "fp.", 3) != 0) return false;
    for (u32 i = 0; i < COUNT_OF(arithmetic); i++)
        if (!strcmp(name, arithmetic[i].name)) return apply_arithmetic(&call, arithmetic[i].op, arithmetic[i].arity);
    if (!strncmp(name, "fp.is", 5)) return apply_class(&call, name + 5);
    if (!strcmp(name, "fp.eq")) return apply_comparison(&call, TERM_FEQ, false);
    if (!strcmp(name, "fp.lt")) return apply_comparison(&call, TERM_FLT, false);
    if (!strcmp(name, "fp.leq")) return apply_comparison(&call, TERM_FLE, false);
    if (!strcmp(name, "fp.gt")) return apply_comparison(&call, TERM_FLT, true);
    if (!strcmp(name, "fp.geq")) return apply_comparison(&call, TERM_FLE, true);
    if (!strcmp(name, "fp.neg")) return apply_sign(&call, true);
    if (!strcmp(name, "fp.abs")) return apply_sign(&call, false);
    if (!strcmp(name, "fp.min")) return apply_choice(&call, true);
    if (!strcmp(name, "fp.max")) return apply_choice(&call, false);
    return false;
}
