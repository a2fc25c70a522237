/* Constant folding from the table of operations, and building an operation by its number. */
#include "term/internal.h"

#include "term/fold.h"
#include "term/wide.h"

#include <stdlib.h>

const char *term_op_name(TermOp op) {
    static const char *const names[] = {
#define TERM_UNARY(OP, smt, value) smt,
#define TERM_BINARY(OP, smt, commutes, value) smt,
#define TERM_COMPARE(OP, smt, commutes, value) smt,
#define TERM_OTHER(OP, smt) smt,
#define TERM_FLOAT(OP, smt, arity) smt,
#include "term/ops.def"
    };
    return names[op];
}

static u64 fold_narrow(TermOp op, u32 w, u64 a, u64 b) {
    switch (op) {
#define TERM_UNARY(OP, smt, value)                                                                                     \
    case TERM_##OP: return value;
#define TERM_BINARY(OP, smt, commutes, value)                                                                          \
    case TERM_##OP: return value;
#define TERM_COMPARE(OP, smt, commutes, value)                                                                         \
    case TERM_##OP: return value;
#include "term/ops.def"
    default: assert(!"not in the table"); return 0;
    }
}

static Term *fold_wide(TermStore *store, TermOp op, u32 width, Term *const *args) {
    u32 w = args[0]->width;
    const u64 *a = args[0]->limbs, *b = args[1] ? args[1]->limbs : NULL;
    u64 *r = xcalloc(term_limb_count(w), sizeof *r);
    switch (op) {
#define TERM_UNARY(OP, smt, value)                                                                                     \
    case TERM_##OP: wide_##OP(r, a, w); break;
#define TERM_BINARY(OP, smt, commutes, value)                                                                          \
    case TERM_##OP: wide_##OP(r, a, b, w); break;
#define TERM_COMPARE(OP, smt, commutes, value)                                                                         \
    case TERM_##OP: r[0] = wide_##OP(a, b, w); break;
#include "term/ops.def"
    default: assert(!"not in the table");
    }
    Term *result = term_const_wide(store, width, r);
    free(r);
    return result;
}

static Term *fold_shape(TermStore *store, TermOp op, u32 width, u64 low, Term *const *args) {
    const Term *a = args[0];
    u64 *r = xcalloc(term_limb_count(width) + 1, sizeof *r);
    switch (op) {
    case TERM_CONCAT: wide_concat(r, term_limbs(a), a->width, term_limbs(args[1]), args[1]->width); break;
    case TERM_EXTRACT: wide_extract(r, term_limbs(a), a->width, (u32)low, width); break;
    case TERM_SEXT: wide_sext(r, term_limbs(a), a->width, width); break;
    default:
        for (u32 i = 0; i < term_limb_count(a->width); i++) r[i] = term_limbs(a)[i];
    }
    Term *result = term_const_wide(store, width, r);
    free(r);
    return result;
}

static Term *fold_shape_narrow(TermStore *store, TermOp op, u32 width, u64 low, Term *const *args) {
    u64 a = args[0]->value;
    switch (op) {
    case TERM_CONCAT: return term_const(store, width, a << args[1]->width | args[1]->value);
    case TERM_EXTRACT: return term_const(store, width, a >> low);
    case TERM_SEXT: return term_const(store, width, (u64)sign_extend(a, args[0]->width));
    default: return term_const(store, width, a);
    }
}

Term *term_fold(TermStore *store, TermOp op, u32 width, u64 low, u32 arity, Term *const *args) {
    switch (op) {
    case TERM_CONCAT:
    case TERM_EXTRACT:
    case TERM_ZEXT:
    case TERM_SEXT:
        return width <= 64 && args[0]->width <= 64 ? fold_shape_narrow(store, op, width, low, args)
                                                   : fold_shape(store, op, width, low, args);
    case TERM_ITE: return args[0]->value ? args[1] : args[2];
    case TERM_TAINTED: return term_and(store, args[0], term_not(store, args[1]));
    default: break;
    }
    if (op >= TERM_FADD) return term_fold_float(store, op, width, (TermRounding)low, args);
    u32 w = args[0]->width;
    Term *const pair[2] = {args[0], arity > 1 ? args[1] : NULL};
    if (w > 64) return fold_wide(store, op, width, pair);
    return term_const(store, width, fold_narrow(op, w, args[0]->value, arity > 1 ? args[1]->value : 0));
}

Term *term_build(TermStore *store, TermOp op, u32 width, u64 low, const TermSymbol *symbol, Term *const *args) {
    switch (op) {
    case TERM_NOT: return term_not(store, args[0]);
    case TERM_NEG: return term_neg(store, args[0]);
    case TERM_AND: return term_and(store, args[0], args[1]);
    case TERM_OR: return term_or(store, args[0], args[1]);
    case TERM_XOR: return term_xor(store, args[0], args[1]);
    case TERM_ADD: return term_add(store, args[0], args[1]);
    case TERM_MUL: return term_mul(store, args[0], args[1]);
    case TERM_STEP: return term_step(store, args[0], args[1]);
    case TERM_BASED: return term_based(store, args[0], args[1]);
    case TERM_UDIV: return term_udiv(store, args[0], args[1]);
    case TERM_UREM: return term_urem(store, args[0], args[1]);
    case TERM_SDIV: return term_sdiv(store, args[0], args[1]);
    case TERM_SREM: return term_srem(store, args[0], args[1]);
    case TERM_SHL: return term_shl(store, args[0], args[1]);
    case TERM_LSHR: return term_lshr(store, args[0], args[1]);
    case TERM_ASHR: return term_ashr(store, args[0], args[1]);
    case TERM_EQ: return term_eq(store, args[0], args[1]);
    case TERM_ULT: return term_ult(store, args[0], args[1]);
    case TERM_SLT: return term_slt(store, args[0], args[1]);
    case TERM_CONCAT: return term_concat(store, args[0], args[1]);
    case TERM_EXTRACT: return term_extract(store, args[0], (u32)low, width);
    case TERM_ZEXT: return term_zext(store, args[0], width);
    case TERM_SEXT: return term_sext(store, args[0], width);
    case TERM_ITE: return term_ite(store, args[0], args[1], args[2]);
    case TERM_SELECT: return term_select(store, args[0], args[1]);
    case TERM_STORE: return term_store(store, args[0], args[1], args[2]);
    case TERM_COPY: return term_copy(store, args[0], args[1], args[2], args[3], args[4]);
    case TERM_FILL: return term_fill(store, args[0], args[1], args[2], args[3]);
    case TERM_APPLY: return term_apply(store, symbol, args);
    case TERM_TAINTED: return term_tainted(store, args[0], args[1], (u32)low);
    default: return term_float(store, op, (TermRounding)low, width, args);
    }
}

Term *term_rebuild(TermStore *store, Term *term, Term *const *args) {
    bool same = true;
    for (u32 i = 0; i < term->arity; i++) same &= args[i] == term->arg[i];
    if (same) return term;
    if (term->op == TERM_FILLED) return term_filled(store, term->index_width, args[0]);
    return term_build(store, (TermOp)term->op, term->width, term->op == TERM_APPLY ? 0 : term->low,
                      term->op == TERM_APPLY ? term->symbol : NULL, args);
}
