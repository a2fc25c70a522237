/* Terms by example: canonical forms, memory read back, order, collection, bases, substitution, printing and reading. */
#include "term/model.h"
#include "term/smtlib.h"
#include "term/term.h"

#include <stdio.h>
#include <string.h>

static u32 passed, failed;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (condition) {                                                                                               \
            passed++;                                                                                                  \
        } else {                                                                                                       \
            failed++;                                                                                                  \
            printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition);                                              \
        }                                                                                                              \
    } while (0)

static void check_sums(TermStore *s) {
    Term *p = term_symbol(s, "p", 64), *i = term_symbol(s, "i", 64), *four = term_const(s, 64, 4);
    CHECK(term_sub(s, term_add(s, p, four), p) == four);
    CHECK(term_add(s, i, i) == term_mul(s, i, term_const(s, 64, 2)));
    CHECK(term_add(s, term_add(s, p, i), four) == term_add(s, term_add(s, four, i), p));
    CHECK(term_eq(s, term_add(s, p, i), term_add(s, i, p)) == term_true(s));
    CHECK(term_eq(s, term_add(s, p, i), p) == term_eq(s, i, term_const(s, 64, 0)));
    CHECK(term_is_false(term_eq(s, term_add(s, p, four), p)));
    CHECK(term_mul(s, term_mul(s, i, four), four) == term_mul(s, i, term_const(s, 64, 16)));
}

/* A value written byte by byte and read back is the value. */
static void check_bytes(TermStore *s) {
    Term *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 8);
    Term *values[] = {x, term_add(s, x, term_const(s, 32, 7)), term_sext(s, y, 32), term_zext(s, y, 32),
                      term_ite(s, term_symbol(s, "c", 1), x, term_const(s, 32, 1000))};
    for (u32 v = 0; v < COUNT_OF(values); v++) {
        Term *array = term_symbol_array(s, "memory", 32, 8), *back = NULL;
        for (u32 i = 0; i < 4; i++)
            array = term_store(s, array, term_const(s, 32, 100 + i), term_extract(s, values[v], 8 * i, 8));
        for (u32 i = 0; i < 4; i++) {
            Term *byte = term_select(s, array, term_const(s, 32, 100 + i));
            back = back ? term_concat(s, byte, back) : byte;
        }
        CHECK(back == values[v]);
        CHECK(term_select(s, array, term_const(s, 32, 99))->arg[0]->op == TERM_SYMBOL);
    }
}

static void check_facts(TermStore *s) {
    Term *y = term_symbol(s, "y", 8), *wide = term_zext(s, y, 32);
    CHECK(term_is_true(term_ult(s, wide, term_const(s, 32, 256))));
    CHECK(term_is_false(term_slt(s, wide, term_const(s, 32, 0))));
    CHECK(term_is_true(term_slt(s, term_sext(s, y, 32), term_const(s, 32, 128))));
    CHECK(term_is_false(term_eq(s, term_mul(s, wide, term_const(s, 32, 4)), term_const(s, 32, 7))));
    CHECK(term_urem(s, wide, term_const(s, 32, 1000)) == wide);
    CHECK(term_and(s, wide, term_const(s, 32, 0xff)) == wide);
    CHECK(term_eq(s, wide, term_const(s, 32, 5)) == term_eq(s, y, term_const(s, 8, 5)));
}

/* Structural hashes do not depend on the order in which terms are made. */
static void check_order(void) {
    TermStore *a = term_store_new(), *b = term_store_new();
    Term *x = term_symbol(a, "x", 16), *y = term_symbol(a, "y", 16);
    Term *first = term_mul(a, term_add(a, x, y), term_and(a, y, x));
    for (u32 i = 0; i < 100; i++) term_symbol(b, (char[]){(char)('a' + i % 26), (char)('a' + i / 26), 0}, 16);
    Term *v = term_symbol(b, "y", 16), *u = term_symbol(b, "x", 16);
    Term *second = term_mul(b, term_and(b, u, v), term_add(b, v, u));
    Text one = {0}, two = {0};
    smt_write_term(&one, first, 9);
    smt_write_term(&two, second, 9);
    CHECK(first->hash == second->hash && !strcmp(one.chars, two.chars));
    text_free(&one);
    text_free(&two);
    term_store_free(a);
    term_store_free(b);
}

typedef struct {
    Term *kept;
    u32 sweeps;
    bool other_died;
    Term *other;
} Holder;

static void mark(void *self, TermStore *store) { term_mark(store, ((Holder *)self)->kept); }
static void sweep(void *self, TermStore *store) {
    Holder *h = self;
    h->sweeps++;
    h->other_died = !term_is_marked(h->other);
}

static void check_collection(void) {
    TermStore *s = term_store_new();
    Holder holder = {.kept = term_add(s, term_symbol(s, "x", 200), term_const(s, 200, 5)),
                     .other = term_symbol(s, "gone", 32)};
    u8 bytes[64] = {1, 2, 3};
    u64 hash = holder.kept->hash;
    term_holder_add(s, (TermHolder){&holder, mark, sweep});
    size_t first = 0;
    for (u32 round = 0; round < 20; round++) {
        for (u32 i = 0; i < 2000; i++) {
            bytes[0] = (u8)i;
            Term *data = term_data(s, 32, 8, bytes, sizeof bytes);
            term_select(s, data, term_symbol(s, "i", 32));
            term_mul(s, term_symbol(s, "y", 100), term_const(s, 100, i * 3 + round * 7919 + 2));
        }
        holder.other = term_not(s, term_symbol(s, "gone", 32));
        term_collect(s);
        if (round == 1) first = term_store_bytes(s);
    }
    CHECK(holder.sweeps == 20 && holder.other_died);
    CHECK(term_store_count(s) == 5); /* x, 5, the sum, true, false */
    CHECK(term_store_bytes(s) <= first);
    CHECK(holder.kept->hash == hash && holder.kept == term_add(s, term_const(s, 200, 5), term_symbol(s, "x", 200)));
    term_store_free(s);
}

/* Pointers keep what they are based on through moves, and are numbers to arithmetic. */
static void check_pointers(TermStore *s) {
    Term *p = term_symbol(s, "p", 64), *i = term_symbol(s, "i", 64), *four = term_const(s, 64, 4);
    Term *step = term_step(s, term_step(s, p, i), four);
    CHECK(step->op == TERM_STEP && step->arg[0] == p && step->arg[1] == term_add(s, i, four));
    CHECK(term_step(s, p, term_const(s, 64, 0)) == p);
    CHECK(term_sub(s, step, p) == term_add(s, i, four));
    CHECK(term_is_true(term_eq(s, step, term_add(s, p, term_add(s, i, four)))));
    CHECK(term_number(s, step)->op == TERM_ADD);
    Term *back = NULL; /* byte by byte through memory */
    for (u32 k = 0; k < 8; k++) {
        Term *byte = term_extract(s, step, 8 * k, 8);
        back = back ? term_concat(s, byte, back) : byte;
    }
    CHECK(back == step);
    Term *address = term_const(s, 32, 0x1000), *word = term_based(s, address, term_const(s, 32, 7));
    CHECK(word->op == TERM_BASED && term_number(s, word) == address);
    CHECK(term_is_true(term_eq(s, word, address)) && !term_is_const(term_extract(s, word, 0, 8)));
    Term *array = term_store(s, term_filled(s, 32, address), term_extract(s, i, 0, 32), word);
    Term *stripped = term_select(s, array, term_symbol(s, "k", 32));
    CHECK(stripped->flags & TERM_HAS_BASED);
    term_strip_bases(s, &stripped, 1);
    CHECK(!(stripped->flags & TERM_HAS_BASED));
    u32 numbers[2] = {0x1000, 5}, objects[2] = {7, 0};
    Term *data = term_data_based(s, 32, numbers, objects, 2);
    CHECK(data != term_data(s, 32, 32, numbers, 2) && term_select(s, data, term_const(s, 32, 0)) == word);
    CHECK(term_is_const(term_select(s, data, term_const(s, 32, 1))));
}

static void check_substitution(TermStore *s) {
    Term *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 32), *t = term_add(s, term_mul(s, x, y), x);
    Map replacement = {0};
    map_put_ptr(&replacement, x, term_const(s, 32, 3));
    term_substitute(s, &t, 1, &replacement);
    CHECK(t == term_add(s, term_mul(s, y, term_const(s, 32, 3)), term_const(s, 32, 3)));
    map_free(&replacement);
}

static void check_arrays(TermStore *s) {
    Term *a = term_symbol_array(s, "a", 32, 8), *i = term_symbol(s, "i", 32), *v = term_symbol(s, "v", 8),
         *w = term_symbol(s, "w", 8);
    Term *next = term_add(s, i, term_const(s, 32, 1));
    Term *written = term_store(s, term_store(s, a, i, v), next, w);
    CHECK(term_select(s, written, i) == v && term_select(s, written, next) == w);
    CHECK(term_store(s, a, i, term_select(s, a, i)) == a);
    Term *filled = term_fill(s, a, i, v, term_const(s, 32, 10));
    CHECK(term_select(s, filled, next) == v);
    CHECK(term_select(s, filled, term_sub(s, i, term_const(s, 32, 1))) ==
          term_select(s, a, term_sub(s, i, term_const(s, 32, 1))));
    Term *copied = term_copy(s, filled, term_const(s, 32, 1000), a, i, term_const(s, 32, 50));
    CHECK(term_select(s, copied, term_const(s, 32, 1001)) == term_select(s, a, next));
    u32 words[3] = {7, 8, 0xffffffff};
    Term *table = term_data(s, 16, 32, words, 3);
    CHECK(term_select(s, table, term_const(s, 16, 2))->value == 0xffffffff &&
          term_select(s, table, term_const(s, 16, 3))->value == 0);
}

/* Terms far deeper than the C stack would bear. */
static void check_depth(TermStore *s) {
    Term *x = term_symbol(s, "x", 32), *t = x;
    for (u32 i = 0; i < 300000; i++) t = i % 2 ? term_xor(s, t, term_const(s, 32, i)) : term_mul(s, t, x);
    Model *model = model_new(s);
    model_set(model, x, term_const(s, 32, 3));
    u32 expected = 3;
    for (u32 i = 0; i < 300000; i++) expected = i % 2 ? expected ^ i : expected * 3;
    CHECK(model_eval(model, t)->value == expected);
    Text text = {0};
    SmtWriter writer = {.out = &text, .store = s};
    Term *constraint = term_eq(s, t, term_const(s, 32, 1));
    CHECK(smt_write_query(&writer, &constraint, 1));
    smt_writer_free(&writer);
    text_free(&text);
    model_release(model);
}

/* Malformed input: the place and what was expected. */
/* The widest integers, whose top bit is set. */
static void check_wide_conversions(TermStore *s) {
    Term *top = term_const_wide(s, 128, (u64[]){0, (u64)1 << 63});
    CHECK(term_float(s, TERM_UTOF, ROUND_NEAREST_EVEN, 64, &top) == term_const(s, 64, 0x47e0000000000000u));
    CHECK(term_float(s, TERM_STOF, ROUND_NEAREST_EVEN, 64, &top) == term_const(s, 64, 0xc7e0000000000000u));
}

static void check_errors(TermStore *s) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"(bvadd x #x1)", "1:10: expected a term of sort (_ BitVec 8), found one of sort (_ BitVec 4)"},
        {"(bvadd x", "1:1: expected ) for the list that begins here, found the end of the file"},
        {"(foo x)", "1:2: unknown function foo"},
        {"(and\n  x p)", "2:3: expected a Bool"},
        {"#xzz", "1:1: expected #x with hexadecimal or #b with binary digits, found #xzz"},
        {"((_ extract 9 0) x)", "1:13: expected a number from 0 to 7"},
        {"unheard", "1:1: unheard is not declared"},
        {"(select a p)", "1:11: expected an index of sort (_ BitVec 4)"},
        {"(forall ((y Bool)) y)", "1:1: unsupported: quantifiers"},
        {")", "1:1: expected a command, found )"},
        {"(let ((y)) y)", "1:7: expected (name term)"},
        {"(_ bv300 0)", "1:10: expected a number from 1 to 16777216"},
        {"(not p p)", "1:1: expected 1 argument, found 2"},
        {"|open", "1:1: expected the closing | of what begins here, found the end of the file"},
    };
    SmtScope *scope = smt_scope_new(s);
    const char *declarations =
        "(declare-fun x () (_ BitVec 8))(declare-const p Bool)(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))";
    SexpReader *reader = sexp_reader_new(declarations, strlen(declarations));
    Error error = {0};
    for (Sexp *command; (command = sexp_read(reader, &error));) CHECK(smt_declare(scope, command, &error));
    sexp_reader_free(reader);
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        SmtValue value;
        reader = sexp_reader_new(cases[i].text, strlen(cases[i].text));
        Sexp *sexp = sexp_read(reader, &error);
        bool ok = sexp && smt_read_value(scope, sexp, &value, &error);
        bool as_expected = !ok && error_is_set(&error) && !strcmp(error.message.chars, cases[i].error);
        CHECK(as_expected);
        if (!as_expected)
            printf("    %s: %s\n", cases[i].text, error_is_set(&error) ? error.message.chars : "no error");
        sexp_reader_free(reader);
        error_free(&error);
        error = (Error){0};
    }
    smt_scope_free(scope);
}

/* Comparisons do not see the sign of a zero, nor which NaN it is: x + 0 and x are the same to them, and only to them. */
static void check_compared_floats(TermStore *s) {
    static const u64 patterns[] = {0, 0x80000000, 1, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001};
    static const TermOp operations[] = {TERM_FADD, TERM_FSUB, TERM_FMUL, TERM_FDIV};
    Term *x = term_symbol(s, "compared", 32), *zero = term_const(s, 32, 0), *one = term_const(s, 32, 0x3f800000);
    for (u32 k = 0; k < COUNT_OF(operations); k++) {
        Term *same = term_float(s, operations[k], ROUND_UP, 32, (Term *[]){x, k < 2 ? zero : one});
        Term *equal = term_float(s, TERM_FEQ, ROUND_NEAREST_EVEN, 1, (Term *[]){same, x});
        CHECK(equal == term_not(s, term_float_is_nan(s, x)));
        CHECK(same != x);
        CHECK(term_is_false(term_float(s, TERM_FLT, ROUND_NEAREST_EVEN, 1, (Term *[]){x, same})));
        for (u32 i = 0; i < COUNT_OF(patterns); i++) {
            Term *value = term_const(s, 32, patterns[i]);
            Term *result = term_float(s, operations[k], ROUND_UP, 32, (Term *[]){value, k < 2 ? zero : one});
            Model *model = model_new(s);
            model_set(model, x, value);
            CHECK(model_eval(model, equal) ==
                  term_float(s, TERM_FEQ, ROUND_NEAREST_EVEN, 1, (Term *[]){result, value}));
            model_release(model);
        }
    }
}

int main(void) {
    TermStore *store = term_store_new();
    check_sums(store);
    check_bytes(store);
    check_facts(store);
    check_order();
    check_collection();
    check_pointers(store);
    check_substitution(store);
    check_arrays(store);
    check_depth(store);
    check_wide_conversions(store);
    check_compared_floats(store);
    check_errors(store);
    term_store_free(store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
