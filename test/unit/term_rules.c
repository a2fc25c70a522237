/* Every binary operation on every pair of small operands of the shapes that rules look for: the simplified term must have, under
 * all values of its symbols, the value of the operation on the operands' values. Needs no other solver: the operations on
 * constants are checked against Z3 by term_simplify. */
#include "term/model.h"
#include "term/smtlib.h"
#include "term/term.h"

#include <stdio.h>

enum { WIDTH = 4 };

static u32 passed, failed;

static void shapes(TermStore *s, TermVec *out) {
    Term *x = term_symbol(s, "x", WIDTH), *y = term_symbol(s, "y", WIDTH), *z = term_symbol(s, "z", 2),
         *c = term_symbol(s, "c", 1);
    static const u64 some[] = {1, 2, 3, 5, 7, 8, 12, 15};
    for (u64 k = 0; k < 16; k++) vec_push(out, term_const(s, WIDTH, k));
    Term *plain[] = {x,
                     y,
                     term_not(s, x),
                     term_neg(s, x),
                     term_zext(s, z, WIDTH),
                     term_sext(s, z, WIDTH),
                     term_zext(s, c, WIDTH),
                     term_concat(s, z, term_const(s, 2, 0)),
                     term_concat(s, z, z),
                     term_concat(s, term_const(s, 2, 1), z),
                     term_add(s, x, y),
                     term_sub(s, x, y),
                     term_and(s, x, y),
                     term_or(s, x, y),
                     term_xor(s, x, y),
                     term_mul(s, x, y),
                     term_ite(s, c, x, y),
                     term_shl(s, x, y),
                     term_lshr(s, x, y),
                     term_ashr(s, x, y),
                     term_udiv(s, x, y),
                     term_srem(s, x, y)};
    for (u32 i = 0; i < COUNT_OF(plain); i++) vec_push(out, plain[i]);
    for (u32 i = 0; i < COUNT_OF(some); i++) {
        Term *k = term_const(s, WIDTH, some[i]);
        Term *more[] = {term_add(s, x, k),
                        term_mul(s, x, k),
                        term_xor(s, x, k),
                        term_and(s, x, k),
                        term_or(s, x, k),
                        term_ite(s, c, k, x),
                        term_ite(s, c, k, term_const(s, WIDTH, some[(i + 3) % 8])),
                        term_udiv(s, x, k),
                        term_urem(s, x, k),
                        term_sdiv(s, x, k)};
        for (u32 j = 0; j < COUNT_OF(more); j++) vec_push(out, more[j]);
    }
}

static const TermOp operations[] = {TERM_AND,  TERM_OR,   TERM_XOR,  TERM_ADD,  TERM_MUL,
                                    TERM_UDIV, TERM_UREM, TERM_SDIV, TERM_SREM, TERM_SHL,
                                    TERM_LSHR, TERM_ASHR, TERM_EQ,   TERM_ULT,  TERM_SLT};

typedef struct {
    TermStore *store;
    Model *models[64];
} Values;

/* 64 assignments that give x and y all pairs of a few classes, and z and c all values. */
static void make_values(Values *v) {
    for (u32 i = 0; i < COUNT_OF(v->models); i++) {
        Model *m = v->models[i] = model_new(v->store);
        model_set(m, term_symbol(v->store, "x", WIDTH), term_const(v->store, WIDTH, i));
        model_set(m, term_symbol(v->store, "y", WIDTH), term_const(v->store, WIDTH, i < 16 ? i : i * 7 + i / 16 * 3));
        model_set(m, term_symbol(v->store, "z", 2), term_const(v->store, 2, i / 8));
        model_set(m, term_symbol(v->store, "c", 1), term_const(v->store, 1, i / 4 ^ i / 32));
    }
}

static void check(Values *v, TermOp op, Term *a, Term *b) {
    u32 width = op == TERM_EQ || op == TERM_ULT || op == TERM_SLT ? 1 : WIDTH;
    Term *simple = term_build(v->store, op, width, 0, NULL, (Term *[]){a, b});
    for (u32 i = 0; i < COUNT_OF(v->models); i++) {
        Term *values[2] = {model_eval(v->models[i], a), model_eval(v->models[i], b)};
        Term *expected = term_build(v->store, op, width, 0, NULL, values);
        if (model_eval(v->models[i], simple) == expected) {
            passed++;
            continue;
        }
        failed++;
        Text text = {0};
        text_printf(&text, "%s of ", term_op_name(op));
        smt_write_term(&text, a, 5);
        text_add(&text, " and ");
        smt_write_term(&text, b, 5);
        text_add(&text, " became ");
        smt_write_term(&text, simple, 5);
        if (failed < 20) printf("FAILED: %s\n", text.chars);
        text_free(&text);
        return;
    }
}

int main(void) {
    Values v = {.store = term_store_new()};
    TermVec all = {0};
    shapes(v.store, &all);
    make_values(&v);
    for (u32 op = 0; op < COUNT_OF(operations); op++)
        for (u32 i = 0; i < all.count; i++)
            for (u32 j = 0; j < all.count; j++) check(&v, operations[op], all.at[i], all.at[j]);
    for (u32 i = 0; i < COUNT_OF(v.models); i++) model_release(v.models[i]);
    vec_free(&all);
    term_store_free(v.store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
