#include "solver/columns.h"

#include "term/fold.h"

static bool is_number(const Term *t) { return t->width <= 64 && !term_is_array(t); }

bool column_is_possible(const Term *t) {
    if (!is_number(t) || t->op == TERM_APPLY || t->op == TERM_TAINTED || t->op == TERM_SYMBOL) return false;
    if (t->op == TERM_SELECT) return t->arg[0]->op == TERM_DATA && is_number(t->arg[1]);
    for (u32 i = 0; i < t->arity; i++)
        if (!is_number(t->arg[i])) return false;
    return true;
}

bool column_is_hard_for_gates(const Term *t) {
    switch (t->op) {
    case TERM_MUL:
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM: return !term_is_const(t->arg[1]);
    default: return t->op >= TERM_FADD;
    }
}

static void compute_binary(const Term *t, u64 *r, const u64 *x, const u64 *y, u32 count) {
    u32 w = t->arg[0]->width;
    switch (t->op) {
#define TERM_BINARY(OP, smt, commutes, value)                                                                          \
    case TERM_##OP:                                                                                                    \
        for (u32 i = 0; i < count; i++) {                                                                              \
            u64 a = x[i], b = y[i];                                                                                    \
            (void)b;                                                                                                   \
            r[i] = value;                                                                                              \
        }                                                                                                              \
        break;
#define TERM_COMPARE(OP, smt, commutes, value) TERM_BINARY(OP, smt, commutes, value)
#include "term/ops.def"
    case TERM_CONCAT:
        for (u32 i = 0; i < count; i++) r[i] = x[i] << t->arg[1]->width | y[i];
        break;
    default: assert(!"not an operation on two numbers");
    }
    (void)w;
}

static void compute_unary(const Term *t, u64 *r, const u64 *x, u32 count) {
    u32 w = t->arg[0]->width;
    for (u32 i = 0; i < count; i++) switch (t->op) {
        case TERM_NOT: r[i] = ~x[i]; break;
        case TERM_NEG: r[i] = -x[i]; break;
        case TERM_EXTRACT: r[i] = x[i] >> t->low; break;
        case TERM_SEXT: r[i] = (u64)sign_extend(x[i], w); break;
        default: assert(t->op == TERM_ZEXT); r[i] = x[i];
        }
}

/* Floats are computed one by one, as constant terms are. */
static void compute_float(TermStore *store, const Term *t, u64 *r, u64 *const *args, u32 count) {
    for (u32 i = 0; i < count; i++) {
        Term *values[3];
        for (u32 j = 0; j < t->arity; j++) values[j] = term_const(store, t->arg[j]->width, args[j][i]);
        r[i] = term_float(store, (TermOp)t->op, (TermRounding)t->low, t->width, values)->value;
    }
}

void column_compute(TermStore *store, const Term *t, u64 *r, u64 *const *args, u32 count) {
    u64 mask = low_mask(t->width);
    switch (t->op) {
    case TERM_CONST:
        for (u32 i = 0; i < count; i++) r[i] = t->value;
        return;
    case TERM_ITE:
        for (u32 i = 0; i < count; i++) r[i] = args[0][i] ? args[1][i] : args[2][i];
        return;
    case TERM_SELECT:
        for (u32 i = 0; i < count; i++) r[i] = term_data_at(t->arg[0]->data, args[1][i]);
        return;
    default: break;
    }
    if (t->op >= TERM_FADD) {
        compute_float(store, t, r, args, count);
    } else if (t->arity == 1) {
        compute_unary(t, r, args[0], count);
    } else {
        compute_binary(t, r, args[0], args[1], count);
    }
    for (u32 i = 0; i < count; i++) r[i] &= mask;
}
