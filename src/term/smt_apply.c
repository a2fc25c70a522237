/* Functions by name on arguments that have been read: the core theory, bit-vectors, arrays, declared and defined functions.
 * Floats are in smt_read_float.c. */
#include "term/smt_scope.h"

#include <string.h>

static bool expect_bits(const Sexp *at, const SmtValue *value, Error *error) {
    return value->sort.kind == SORT_BITS || sexp_error(error, at, "expected a bit-vector");
}

static bool expect_same(const Sexp *at, const SmtValue *a, const SmtValue *b, Error *error) {
    if (smt_same_sort(&a->sort, &b->sort)) return true;
    Text first = {0}, second = {0};
    smt_write_sort(&first, &a->sort);
    smt_write_sort(&second, &b->sort);
    sexp_error(error, at, "expected a term of sort %s, found one of sort %s", first.chars, second.chars);
    text_free(&first);
    text_free(&second);
    return false;
}

/* Bit-vector operations by name. */

typedef Term *(*Binary)(TermStore *, Term *, Term *);

static Term *build_nand(TermStore *s, Term *a, Term *b) { return term_not(s, term_and(s, a, b)); }
static Term *build_nor(TermStore *s, Term *a, Term *b) { return term_not(s, term_or(s, a, b)); }
static Term *build_xnor(TermStore *s, Term *a, Term *b) { return term_not(s, term_xor(s, a, b)); }
static Term *build_ugt(TermStore *s, Term *a, Term *b) { return term_ult(s, b, a); }
static Term *build_uge(TermStore *s, Term *a, Term *b) { return term_ule(s, b, a); }
static Term *build_sgt(TermStore *s, Term *a, Term *b) { return term_slt(s, b, a); }
static Term *build_sge(TermStore *s, Term *a, Term *b) { return term_sle(s, b, a); }

/* The remainder with the divisor's sign. */
static Term *build_smod(TermStore *s, Term *a, Term *b) {
    Term *zero = term_const(s, a->width, 0), *rest = term_srem(s, a, b);
    Term *a_negative = term_slt(s, a, zero), *b_negative = term_slt(s, b, zero);
    Term *adjust = term_and(s, term_ne(s, rest, zero), term_xor(s, a_negative, b_negative));
    return term_ite(s, adjust, term_add(s, rest, b), rest);
}

static const struct {
    const char *name;
    Binary build;
    enum {
        CHAINS,
        PAIRS,
        COMPARES,
        COMPARES_BITS
    } use; /* any number of operands, two, two giving Bool, giving a bit */
} binaries[] = {
    {"bvand", term_and, CHAINS},    {"bvor", term_or, CHAINS},          {"bvxor", term_xor, CHAINS},
    {"bvadd", term_add, CHAINS},    {"bvmul", term_mul, CHAINS},        {"bvsub", term_sub, PAIRS},
    {"bvnand", build_nand, PAIRS},  {"bvnor", build_nor, PAIRS},        {"bvxnor", build_xnor, PAIRS},
    {"bvudiv", term_udiv, PAIRS},   {"bvurem", term_urem, PAIRS},       {"bvsdiv", term_sdiv, PAIRS},
    {"bvsrem", term_srem, PAIRS},   {"bvsmod", build_smod, PAIRS},      {"bvshl", term_shl, PAIRS},
    {"bvlshr", term_lshr, PAIRS},   {"bvashr", term_ashr, PAIRS},       {"bvult", term_ult, COMPARES},
    {"bvule", term_ule, COMPARES},  {"bvugt", build_ugt, COMPARES},     {"bvuge", build_uge, COMPARES},
    {"bvslt", term_slt, COMPARES},  {"bvsle", term_sle, COMPARES},      {"bvsgt", build_sgt, COMPARES},
    {"bvsge", build_sge, COMPARES}, {"bvcomp", term_eq, COMPARES_BITS},
};

/* A function by name on arguments that were read. `done` tells whether the name was one of its own. */
typedef struct {
    SmtScope *scope;
    const Sexp *at; /* the whole application */
    const Sexp *head;
    const SmtValue *args;
    u32 count;
    SmtValue *out;
    Error *error;
} Call;

static bool wants(const Call *call, u32 count) {
    if (call->count == count) return true;
    return sexp_error(call->error, call->at, "expected %u argument%s, found %u", count, count == 1 ? "" : "s",
                      call->count);
}

static bool apply_binary(const Call *call, u32 entry) {
    u32 use = binaries[entry].use;
    if (use == CHAINS ? call->count < 2 : call->count != 2)
        return sexp_error(call->error, call->at, "expected two arguments%s", use == CHAINS ? " or more" : "");
    for (u32 i = 0; i < call->count; i++)
        if (!expect_bits(call->at->items[i + 1], &call->args[i], call->error) ||
            !expect_same(call->at->items[i + 1], &call->args[0], &call->args[i], call->error))
            return false;
    Term *term = call->args[0].term;
    for (u32 i = 1; i < call->count; i++) term = binaries[entry].build(call->scope->store, term, call->args[i].term);
    *call->out = (SmtValue){.term = term, .sort = use == COMPARES ? smt_bool_sort() : smt_bits_sort(term->width)};
    return true;
}

static void give_bool(const Call *call, Term *term) { *call->out = (SmtValue){.term = term, .sort = smt_bool_sort()}; }
static void give_bits(const Call *call, Term *term) {
    *call->out = (SmtValue){.term = term, .sort = smt_bits_sort(term->width)};
}

static Term *equal(SmtScope *scope, const SmtValue *a, const SmtValue *b) {
    return a->sort.kind == SORT_FLOAT ? smt_float_eq(scope->store, a->term, b->term)
                                      : term_eq(scope->store, a->term, b->term);
}

static bool apply_equality(const Call *call, bool distinct) {
    TermStore *store = call->scope->store;
    if (call->count < 2) return sexp_error(call->error, call->at, "expected two arguments or more");
    Term *all = term_true(store);
    for (u32 i = 0; i < call->count; i++)
        if (!expect_same(call->at->items[i + 1], &call->args[0], &call->args[i], call->error)) return false;
    for (u32 i = 0; i < call->count; i++)
        for (u32 j = i + 1; j < (distinct ? call->count : MIN(i + 2, call->count)); j++) {
            Term *same = equal(call->scope, &call->args[i], &call->args[j]);
            all = term_and(store, all, distinct ? term_not(store, same) : same);
        }
    give_bool(call, all);
    return true;
}

static bool apply_logic(const Call *call, Binary build, bool right) {
    for (u32 i = 0; i < call->count; i++)
        if (call->args[i].sort.kind != SORT_BOOL)
            return sexp_error(call->error, call->at->items[i + 1], "expected a Bool");
    if (!call->count) return sexp_error(call->error, call->at, "expected arguments");
    Term *term = call->args[right ? call->count - 1 : 0].term;
    for (u32 i = 1; i < call->count; i++)
        term = right ? build(call->scope->store, call->args[call->count - 1 - i].term, term)
                     : build(call->scope->store, term, call->args[i].term);
    give_bool(call, term);
    return true;
}

static bool apply_ite(const Call *call) {
    if (!wants(call, 3)) return false;
    if (call->args[0].sort.kind != SORT_BOOL) return sexp_error(call->error, call->at->items[1], "expected a Bool");
    if (!expect_same(call->at->items[3], &call->args[1], &call->args[2], call->error)) return false;
    *call->out = call->args[1];
    call->out->term = term_ite(call->scope->store, call->args[0].term, call->args[1].term, call->args[2].term);
    return true;
}

static bool expect_index(const Call *call) {
    const SmtSort *array = &call->args[0].sort, *index = &call->args[1].sort;
    if (array->kind != SORT_ARRAY) return sexp_error(call->error, call->at->items[1], "expected an array");
    if (index->kind != SORT_BITS || index->width != array->index_width)
        return sexp_error(call->error, call->at->items[2], "expected an index of sort (_ BitVec %u)",
                          array->index_width);
    return true;
}

static bool apply_array(const Call *call, bool is_store) {
    TermStore *store = call->scope->store;
    if (!wants(call, is_store ? 3 : 2) || !expect_index(call)) return false;
    SmtSort element = call->args[0].sort.bool_elements ? smt_bool_sort() : smt_bits_sort(call->args[0].sort.width);
    if (!is_store) {
        *call->out = (SmtValue){.term = term_select(store, call->args[0].term, call->args[1].term), .sort = element};
        return true;
    }
    if (!smt_same_sort(&element, &call->args[2].sort))
        return sexp_error(call->error, call->at->items[3], "expected an element of the array's element sort");
    *call->out = call->args[0];
    call->out->term = term_store(store, call->args[0].term, call->args[1].term, call->args[2].term);
    return true;
}

static bool apply_concat(const Call *call) {
    if (call->count < 2) return sexp_error(call->error, call->at, "expected two arguments or more");
    for (u32 i = 0; i < call->count; i++)
        if (!expect_bits(call->at->items[i + 1], &call->args[i], call->error)) return false;
    Term *term = call->args[0].term;
    for (u32 i = 1; i < call->count; i++) term = term_concat(call->scope->store, term, call->args[i].term);
    give_bits(call, term);
    return true;
}

static bool apply_unary_bits(const Call *call, Term *(*build)(TermStore *, Term *)) {
    if (!wants(call, 1) || !expect_bits(call->at->items[1], &call->args[0], call->error)) return false;
    give_bits(call, build(call->scope->store, call->args[0].term));
    return true;
}

/* A declared function, or a defined one, in whose body the arguments are put. */
static bool apply_bound(const Call *call, const SmtBinding *bound) {
    SmtScope *scope = call->scope;
    if (!wants(call, bound->parameter_count)) return false;
    Term *terms[255];
    for (u32 i = 0; i < call->count; i++) {
        SmtValue wanted = {.sort = bound->parameters[i].sort};
        if (!expect_same(call->at->items[i + 1], &wanted, &call->args[i], call->error)) return false;
        if (i < 255) terms[i] = call->args[i].term;
    }
    if (bound->kind == BINDS_FUNCTION) {
        *call->out = (SmtValue){.term = term_apply(scope->store, bound->function, terms), .sort = bound->value.sort};
        if (call->out->sort.kind == SORT_ROUNDING) call->out->term = smt_any_mode(scope->store, call->out->term);
        return true;
    }
    Map replacement = {0};
    for (u32 i = 0; i < call->count; i++) map_put_ptr(&replacement, bound->parameters[i].term, call->args[i].term);
    *call->out = bound->value;
    term_substitute(scope->store, &call->out->term, 1, &replacement);
    map_free(&replacement);
    return true;
}

static bool apply_name(const Call *call) {
    const char *name = call->head->text;
    const SmtBinding *bound = smt_lookup(call->scope, name);
    if (bound && (bound->kind == BINDS_FUNCTION || bound->kind == BINDS_MACRO)) return apply_bound(call, bound);
    for (u32 i = 0; i < COUNT_OF(binaries); i++)
        if (!strcmp(name, binaries[i].name)) return apply_binary(call, i);
    if (!strcmp(name, "=")) return apply_equality(call, false);
    if (!strcmp(name, "distinct")) return apply_equality(call, true);
    if (!strcmp(name, "and")) return apply_logic(call, term_and, false);
    if (!strcmp(name, "or")) return apply_logic(call, term_or, false);
    if (!strcmp(name, "xor")) return apply_logic(call, term_xor, false);
    if (!strcmp(name, "=>")) return apply_logic(call, term_implies, true);
    if (!strcmp(name, "ite")) return apply_ite(call);
    if (!strcmp(name, "select")) return apply_array(call, false);
    if (!strcmp(name, "store")) return apply_array(call, true);
    if (!strcmp(name, "concat")) return apply_concat(call);
    if (!strcmp(name, "bvnot")) return apply_unary_bits(call, term_not);
    if (!strcmp(name, "bvneg")) return apply_unary_bits(call, term_neg);
    if (!strcmp(name, "not")) {
        if (!wants(call, 1)) return false;
        if (call->args[0].sort.kind != SORT_BOOL) return sexp_error(call->error, call->at->items[1], "expected a Bool");
        give_bool(call, term_not(call->scope->store, call->args[0].term));
        return true;
    }
    if (smt_apply_float(call->scope, call->at, call->head, call->args, call->count, call->out, call->error))
        return true;
    return error_is_set(call->error) ? false : sexp_error(call->error, call->head, "unknown function %s", name);
}

/* ((_ name n ...) x) */
static bool apply_indexed(const Call *call) {
    TermStore *store = call->scope->store;
    const Sexp *head = call->head;
    if (head->count < 3 || head->items[1]->kind != SEXP_SYMBOL)
        return sexp_error(call->error, head, "expected (_ name number ...)");
    const char *name = head->items[1]->text;
    static const char *const known[] = {"extract",     "zero_extend",  "sign_extend",
                                        "rotate_left", "rotate_right", "repeat"};
    u32 which = 0;
    while (which < COUNT_OF(known) && strcmp(name, known[which]) != 0) which++;
    if (which == COUNT_OF(known)) {
        if (smt_apply_float(call->scope, call->at, head, call->args, call->count, call->out, call->error)) return true;
        return error_is_set(call->error) ? false : sexp_error(call->error, head, "unknown function (_ %s ...)", name);
    }
    if (!wants(call, 1) || !expect_bits(call->at->items[1], &call->args[0], call->error)) return false;
    Term *a = call->args[0].term;
    u32 n, low;
    if (!smt_read_number(head->items[2], which == 5 ? 1 : 0, which == 0 ? a->width - 1 : 1 << 24, &n, call->error))
        return false;
    switch (which) {
    case 0:
        if (head->count != 4) return sexp_error(call->error, head, "expected (_ extract high low)");
        if (!smt_read_number(head->items[3], 0, n, &low, call->error)) return false;
        give_bits(call, term_extract(store, a, low, n - low + 1));
        return true;
    case 1: give_bits(call, term_zext(store, a, a->width + n)); return true;
    case 2: give_bits(call, term_sext(store, a, a->width + n)); return true;
    case 5: {
        Term *all = a;
        for (u32 i = 1; i < n; i++) all = term_concat(store, all, a);
        give_bits(call, all);
        return true;
    }
    default: {
        u32 left = n % a->width;
        if (which == 4) left = (a->width - left) % a->width;
        give_bits(call, !left ? a
                              : term_concat(store, term_extract(store, a, 0, a->width - left),
                                            term_extract(store, a, a->width - left, left)));
        return true;
    }
    }
}

/* ((as const (Array ...)) x) */
static bool apply_const_array(const Call *call) {
    SmtSort sort;
    const Sexp *head = call->head;
    if (head->count != 3 || !sexp_is(head->items[1], "const"))
        return sexp_error(call->error, head, "expected (as const sort)");
    if (!smt_read_sort(call->scope, head->items[2], &sort, call->error) || !wants(call, 1)) return false;
    SmtSort element = sort.bool_elements ? smt_bool_sort() : smt_bits_sort(sort.width);
    if (sort.kind != SORT_ARRAY || !smt_same_sort(&element, &call->args[0].sort))
        return sexp_error(call->error, call->at, "expected an element of the array sort named");
    *call->out =
        (SmtValue){.term = term_filled(call->scope->store, sort.index_width, call->args[0].term), .sort = sort};
    return true;
}

bool smt_apply(SmtScope *scope, const Sexp *at, const SmtValue *args, SmtValue *out, Error *error) {
    Call call = {scope, at, at->items[0], args, at->count - 1, out, error};
    if (call.head->kind == SEXP_SYMBOL) return apply_name(&call);
    if (sexp_is_list_of(call.head, "_")) return apply_indexed(&call);
    if (sexp_is_list_of(call.head, "as")) return apply_const_array(&call);
    return sexp_error(error, call.head, "expected the name of a function");
}
