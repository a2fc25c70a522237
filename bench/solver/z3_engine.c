#include "z3_engine.h"

#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <z3.h>

struct Z3Engine {
    Z3_context context;
    Z3_solver solver;
    Map asts;          /* term -> its translation */
    Term *const *path; /* the one whose constraints are asserted, in a scope of their own */
    u32 asserted;      /* how many of them */
};

static void ignore_error(Z3_context context, Z3_error_code code) {
    fprintf(stderr, "z3: %s\n", Z3_get_error_msg(context, code));
    exit(2);
}

Z3Engine *z3_engine_new(const char *logic) {
    Z3Engine *e = xcalloc(1, sizeof *e);
    Z3_config config = Z3_mk_config();
    e->context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(e->context, ignore_error);
    e->solver =
        logic ? Z3_mk_solver_for_logic(e->context, Z3_mk_string_symbol(e->context, logic)) : Z3_mk_solver(e->context);
    Z3_solver_inc_ref(e->context, e->solver);
    return e;
}

void z3_engine_free(Z3Engine *e) {
    Z3_solver_dec_ref(e->context, e->solver);
    Z3_del_context(e->context);
    map_free(&e->asts);
    free(e);
}

static Z3_sort bits(Z3Engine *e, u32 width) { return Z3_mk_bv_sort(e->context, width); }

/* A table is an array whose cells are asserted: the encoding that Z3 likes best. */
static Z3_ast table(Z3Engine *e, const Term *t) {
    Z3_context c = e->context;
    Z3_ast array = Z3_mk_fresh_const(c, "table", Z3_mk_array_sort(c, bits(e, t->index_width), bits(e, t->width)));
    for (u64 i = 0; i < t->data->count; i++) {
        Z3_ast cell = Z3_mk_select(c, array, Z3_mk_unsigned_int64(c, i, bits(e, t->index_width)));
        Z3_solver_assert(c, e->solver,
                         Z3_mk_eq(c, cell, Z3_mk_unsigned_int64(c, term_data_at(t->data, i), bits(e, t->width))));
    }
    return array;
}

static Z3_ast as_bit(Z3Engine *e, Z3_ast boolean) {
    return Z3_mk_ite(e->context, boolean, Z3_mk_unsigned_int(e->context, 1, bits(e, 1)),
                     Z3_mk_unsigned_int(e->context, 0, bits(e, 1)));
}

static Z3_ast is_set(Z3Engine *e, Z3_ast bit) {
    return Z3_mk_eq(e->context, bit, Z3_mk_unsigned_int(e->context, 1, bits(e, 1)));
}

static Z3_ast translate(Z3Engine *e, const Term *t) {
    Z3_context c = e->context;
    Z3_ast a[5];
    Z3_ast known = map_get_ptr(&e->asts, t);
    if (known) return known;
    for (u32 i = 0; i < t->arity; i++) a[i] = translate(e, t->arg[i]);
    Z3_ast r = NULL;
    switch (t->op) {
    case TERM_CONST: r = Z3_mk_unsigned_int64(c, t->value, bits(e, t->width)); break;
    case TERM_SYMBOL: r = Z3_mk_const(c, Z3_mk_string_symbol(c, t->symbol->name), bits(e, t->width)); break;
    case TERM_DATA: r = table(e, t); break;
    case TERM_NOT: r = Z3_mk_bvnot(c, a[0]); break;
    case TERM_NEG: r = Z3_mk_bvneg(c, a[0]); break;
    case TERM_AND: r = Z3_mk_bvand(c, a[0], a[1]); break;
    case TERM_OR: r = Z3_mk_bvor(c, a[0], a[1]); break;
    case TERM_XOR: r = Z3_mk_bvxor(c, a[0], a[1]); break;
    case TERM_ADD: r = Z3_mk_bvadd(c, a[0], a[1]); break;
    case TERM_MUL: r = Z3_mk_bvmul(c, a[0], a[1]); break;
    case TERM_UDIV: r = Z3_mk_bvudiv(c, a[0], a[1]); break;
    case TERM_UREM: r = Z3_mk_bvurem(c, a[0], a[1]); break;
    case TERM_EQ: r = as_bit(e, Z3_mk_eq(c, a[0], a[1])); break;
    case TERM_ULT: r = as_bit(e, Z3_mk_bvult(c, a[0], a[1])); break;
    case TERM_SLT: r = as_bit(e, Z3_mk_bvslt(c, a[0], a[1])); break;
    case TERM_CONCAT: r = Z3_mk_concat(c, a[0], a[1]); break;
    case TERM_EXTRACT: r = Z3_mk_extract(c, (u32)t->low + t->width - 1, (u32)t->low, a[0]); break;
    case TERM_ZEXT: r = Z3_mk_zero_ext(c, t->width - t->arg[0]->width, a[0]); break;
    case TERM_SEXT: r = Z3_mk_sign_ext(c, t->width - t->arg[0]->width, a[0]); break;
    case TERM_ITE: r = Z3_mk_ite(c, is_set(e, a[0]), a[1], a[2]); break;
    case TERM_SELECT: r = Z3_mk_select(c, a[0], a[1]); break;
    case TERM_STORE: r = Z3_mk_store(c, a[0], a[1], a[2]); break;
    default: fprintf(stderr, "z3_engine: no translation of %s\n", term_op_name((TermOp)t->op)); exit(2);
    }
    map_put_ptr(&e->asts, t, r);
    return r;
}

/* Booleans without the detour over bits, as anyone would write them for Z3. */
static Z3_ast translate_bool(Z3Engine *e, const Term *t) {
    Z3_context c = e->context;
    switch (t->op) {
    case TERM_NOT: return Z3_mk_not(c, translate_bool(e, t->arg[0]));
    case TERM_AND: return Z3_mk_and(c, 2, (Z3_ast[]){translate_bool(e, t->arg[0]), translate_bool(e, t->arg[1])});
    case TERM_EQ: return Z3_mk_eq(c, translate(e, t->arg[0]), translate(e, t->arg[1]));
    case TERM_ULT: return Z3_mk_bvult(c, translate(e, t->arg[0]), translate(e, t->arg[1]));
    case TERM_SLT: return Z3_mk_bvslt(c, translate(e, t->arg[0]), translate(e, t->arg[1]));
    case TERM_CONST: return t->value ? Z3_mk_true(c) : Z3_mk_false(c);
    default: return is_set(e, translate(e, t));
    }
}

void z3_engine_prepare(Z3Engine *e, TermStore *store, Term *condition) {
    TermVec order = {0};
    term_postorder(store, &condition, 1, &order);
    for (u32 i = 0; i < order.count; i++)
        if (order.at[i]->op == TERM_DATA) translate(e, order.at[i]);
    vec_free(&order);
}

static void enter_path(Z3Engine *e, SolverPath path) {
    if (e->path != path.constraints) {
        if (e->path) Z3_solver_pop(e->context, e->solver, 1);
        Z3_solver_push(e->context, e->solver);
        e->path = path.constraints;
        e->asserted = 0;
    }
    for (; e->asserted < path.count; e->asserted++)
        Z3_solver_assert(e->context, e->solver, translate_bool(e, path.constraints[e->asserted]));
}

Answer z3_engine_ask(Z3Engine *e, SolverPath path, Term *condition, bool model) {
    Z3_context c = e->context;
    enter_path(e, path);
    Z3_solver_push(c, e->solver);
    Z3_solver_assert(c, e->solver, translate_bool(e, condition));
    Z3_lbool answer = Z3_solver_check(c, e->solver);
    if (answer == Z3_L_TRUE && model) {
        Z3_model found = Z3_solver_get_model(c, e->solver);
        Z3_model_inc_ref(c, found);
        Z3_model_dec_ref(c, found);
    }
    Z3_solver_pop(c, e->solver, 1);
    return answer == Z3_L_TRUE ? ANSWER_YES : answer == Z3_L_FALSE ? ANSWER_NO : ANSWER_UNKNOWN;
}
