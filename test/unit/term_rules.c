/* Every binary operation on every pair of small operands of the shapes that rules look for, every part of them, and every read
 * of arrays at them: the simplified term must have, under all values of its symbols, the value of the operation on the
 * operands' values. Needs no other solver: the operations on constants are checked against Z3 by term_simplify. */
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
                     term_urem(s, x, y),
                     term_sdiv(s, x, y),
                     term_srem(s, x, y),
                     term_mul(s, term_mul(s, x, y), x),
                     term_mul(s, term_neg(s, x), term_add(s, x, y)),
                     term_mul(s, term_udiv(s, x, y), y),
                     term_add(s, term_mul(s, x, x), term_mul(s, x, y))};
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
                        term_sdiv(s, x, k),
                        term_srem(s, x, k),
                        term_mul(s, term_udiv(s, x, k), k)};
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

/* Whether a value is one that the facts of a term allow. */
static bool is_allowed(const Term *t, const Term *value) {
    const TermFacts *f = &t->facts;
    i64 number = sign_extend(value->value, t->width);
    return !(value->value & f->zeros) && (value->value & f->ones) == f->ones && f->umin <= value->value &&
           value->value <= f->umax && f->smin <= number && number <= f->smax;
}

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

/* Of every shape all bits from one to another. */
static void check_parts(Values *v, Term *t) {
    for (u32 low = 0; low < WIDTH; low++)
        for (u32 width = 1; low + width <= WIDTH; width++) {
            Term *part = term_extract(v->store, t, low, width);
            for (u32 i = 0; i < COUNT_OF(v->models); i++) {
                Term *expected = term_extract(v->store, model_eval(v->models[i], t), low, width);
                bool ok = model_eval(v->models[i], part) == expected && is_allowed(part, expected);
                passed += ok;
                failed += !ok;
                if (!ok && failed < 20) printf("FAILED: %u bits from %u on of %s\n", width, low, term_op_name(t->op));
            }
        }
}

static void arrays(TermStore *s, TermVec *out) {
    static const u8 digits[] = {48, 49, 50, 51, 52}, all[16] = {7, 7, 7, 7, 3, 3, 3, 3, 200, 200, 1, 2, 3, 4, 5, 6};
    static const u8 zeros[16];
    Term *x = term_symbol(s, "x", WIDTH), *y = term_symbol(s, "y", WIDTH), *c = term_symbol(s, "c", 1);
    Term *byte = term_zext(s, x, 8), *two = term_const(s, WIDTH, 2), *five = term_const(s, WIDTH, 5);
    Term *some = term_data(s, WIDTH, 8, digits, sizeof digits), *table = term_data(s, WIDTH, 8, all, sizeof all);
    Term *empty = term_data(s, WIDTH, 8, zeros, sizeof zeros), *filled = term_filled(s, WIDTH, term_const(s, 8, 9));
    Term *plain[] = {some,
                     table,
                     empty,
                     filled,
                     term_store(s, some, x, byte),
                     term_store(s, term_store(s, empty, y, byte), two, term_const(s, 8, 255)),
                     term_fill(s, filled, x, term_const(s, 8, 8), two),
                     term_copy(s, table, y, some, two, five),
                     term_ite(s, c, some, table),
                     term_ite(s, c, filled, term_store(s, empty, x, term_const(s, 8, 1)))};
    for (u32 i = 0; i < COUNT_OF(plain); i++) vec_push(out, plain[i]);
}

/* What an array holds at an index, and the same read at the number that the index is. */
static void check_reads(Values *v, Term *array, Term *index) {
    Term *read = term_select(v->store, array, index);
    for (u32 i = 0; i < COUNT_OF(v->models); i++) {
        Term *at = model_eval(v->models[i], index);
        Term *expected = model_eval(v->models[i], term_select(v->store, array, at));
        bool ok = model_eval(v->models[i], read) == expected && is_allowed(read, expected);
        passed += ok;
        failed += !ok;
        if (!ok && failed < 20) printf("FAILED: %s read at %s\n", term_op_name(array->op), term_op_name(index->op));
    }
}

static void check(Values *v, TermOp op, Term *a, Term *b) {
    u32 width = op == TERM_EQ || op == TERM_ULT || op == TERM_SLT ? 1 : WIDTH;
    Term *simple = term_build(v->store, op, width, 0, NULL, (Term *[]){a, b});
    for (u32 i = 0; i < COUNT_OF(v->models); i++) {
        Term *values[2] = {model_eval(v->models[i], a), model_eval(v->models[i], b)};
        Term *expected = term_build(v->store, op, width, 0, NULL, values);
        if (model_eval(v->models[i], simple) == expected && is_allowed(simple, expected)) {
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

/* What programmers know of remainders, quotients and products is seen when the term is built. */
static void check_known(TermStore *s) {
    Term *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 32), *z = term_symbol(s, "z", 32);
    Term *byte = term_symbol(s, "byte", 8), *is_one = term_eq(s, byte, term_const(s, 8, 1));
    Term *place = term_add(s, term_mul(s, term_zext(s, byte, 32), term_const(s, 32, 4)), term_const(s, 32, 0x558));
    Term *k = term_const(s, 32, 20), *zero = term_const(s, 32, 0), *below = term_neg(s, k);
    Term *known[] = {
        term_slt(s, term_srem(s, x, k), k),
        term_slt(s, below, term_srem(s, x, k)),
        term_slt(s, term_srem(s, x, below), k),
        term_ult(s, term_urem(s, x, k), k),
        term_implies(s, term_ne(s, y, zero), term_ult(s, term_urem(s, x, y), y)),
        term_ule(s, term_urem(s, x, y), x),
        term_ule(s, term_mul(s, term_udiv(s, x, y), y), x),
        term_implies(s, term_ne(s, y, zero), term_ule(s, term_udiv(s, x, y), x)),
        term_sle(s, term_sdiv(s, x, k), term_const(s, 32, INT32_MAX / 20)),
        term_eq(s, term_add(s, term_mul(s, term_sdiv(s, x, k), k), term_srem(s, x, k)), x),
        term_eq(s, term_add(s, term_mul(s, term_udiv(s, x, y), y), term_urem(s, x, y)), x),
        term_eq(s, term_sub(s, x, term_mul(s, k, term_udiv(s, x, k))), term_urem(s, x, k)),
        term_eq(s, term_mul(s, x, term_mul(s, y, z)), term_mul(s, term_mul(s, z, x), y)),
        term_eq(s, term_mul(s, x, term_add(s, y, z)), term_add(s, term_mul(s, x, y), term_mul(s, z, x))),
        term_eq(s, term_sub(s, term_mul(s, x, x), term_mul(s, y, y)),
                term_mul(s, term_sub(s, x, y), term_add(s, y, x))),
        term_eq(s, term_eq(s, term_extract(s, place, 1, 15), term_const(s, 15, 0x2ae)), is_one),
        term_eq(s, term_eq(s, place, term_const(s, 32, 0x55c)), is_one),
        term_ne(s, place, term_const(s, 32, 0x55e)),
        term_eq(s, term_eq(s, term_mul(s, x, k), term_const(s, 32, 60)),
                term_eq(s, term_extract(s, x, 0, 30), term_const(s, 30, 3))),
        term_not(s, term_slt(s, term_mul(s, x, term_add(s, y, z)), term_add(s, term_mul(s, x, y), term_mul(s, z, x)))),
    };
    for (u32 i = 0; i < COUNT_OF(known); i++) {
        bool ok = term_is_true(known[i]);
        passed += ok;
        failed += !ok;
        if (!ok) printf("FAILED: known truth %u was not seen\n", i);
    }
}

int main(void) {
    Values v = {.store = term_store_new()};
    TermVec all = {0}, held = {0};
    shapes(v.store, &all);
    arrays(v.store, &held);
    make_values(&v);
    for (u32 op = 0; op < COUNT_OF(operations); op++)
        for (u32 i = 0; i < all.count; i++)
            for (u32 j = 0; j < all.count; j++) check(&v, operations[op], all.at[i], all.at[j]);
    for (u32 i = 0; i < all.count; i++) check_parts(&v, all.at[i]);
    for (u32 i = 0; i < held.count; i++)
        for (u32 j = 0; j < all.count; j++) check_reads(&v, held.at[i], all.at[j]);
    check_known(v.store);
    for (u32 i = 0; i < COUNT_OF(v.models); i++) model_release(v.models[i]);
    vec_free(&all);
    vec_free(&held);
    term_store_free(v.store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
