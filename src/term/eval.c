/* The evaluator. Values are memoised in the terms themselves under a stamp: the number itself up to 64 bits, a constant
 * term above. Only the branch taken of an if-then-else and the cells read of an array are evaluated. */
#include "term/internal.h"

#include "term/fold.h"
#include "term/model.h"

enum { TALL = 2000 }; /* terms higher than this are evaluated bottom up, to spare the C stack */

typedef struct {
    Model *model;
    TermStore *store;
    bool failed; /* met an equality of arrays it cannot decide */
} Evaluator;

static u64 eval(Evaluator *e, Term *t);

static Term *as_const(Evaluator *e, u32 width, u64 memo) {
    return width <= 64 ? term_const(e->store, width, memo) : (Term *)(uintptr_t)memo;
}

static u64 as_memo(const Term *constant) { return constant->width <= 64 ? constant->value : (u64)(uintptr_t)constant; }

static Term *eval_const(Evaluator *e, Term *t) { return as_const(e, t->width, eval(e, t)); }

static u64 zero(Evaluator *e, u32 width) { return as_memo(term_const(e->store, width, 0)); }

static u64 lookup(Evaluator *e, Term *key) {
    Term *value = model_get(e->model, key);
    return value ? as_memo(value) : zero(e, key->width);
}

/* What `array` holds at the concrete `index`. */
static u64 eval_cell(Evaluator *e, Term *array, u64 index) {
    u64 mask = low_mask(array->index_width);
    for (;;) {
        switch (array->op) {
        case TERM_STORE:
            if (eval(e, array->arg[1]) == index) return eval(e, array->arg[2]);
            array = array->arg[0];
            break;
        case TERM_ITE: array = eval(e, array->arg[0]) ? array->arg[1] : array->arg[2]; break;
        case TERM_FILL: {
            u64 distance = (index - eval(e, array->arg[1])) & mask;
            if (distance < eval(e, array->arg[3])) return eval(e, array->arg[2]);
            array = array->arg[0];
            break;
        }
        case TERM_COPY: {
            u64 distance = (index - eval(e, array->arg[1])) & mask;
            if (distance < eval(e, array->arg[4])) {
                index = (eval(e, array->arg[3]) + distance) & mask;
                array = array->arg[2];
            } else {
                array = array->arg[0];
            }
            break;
        }
        case TERM_FILLED: return eval(e, array->arg[0]);
        case TERM_DATA: return term_data_at(array->data, index);
        default: /* SYMBOL */
            return lookup(e, term_select(e->store, array, term_const(e->store, array->index_width, index)));
        }
    }
}

/* Equality of arrays is decided only over index spaces small enough to enumerate. */
static u64 eval_array_eq(Evaluator *e, Term *t) {
    Term *a = t->arg[0], *b = t->arg[1];
    if (a->index_width > 16) {
        e->failed = true;
        return 0;
    }
    for (u64 i = 0; i <= low_mask(a->index_width); i++)
        if (eval_cell(e, a, i) != eval_cell(e, b, i)) return 0;
    return 1;
}

static u64 eval_general(Evaluator *e, Term *t) {
    Term *args[255];
    for (u32 i = 0; i < t->arity; i++) args[i] = eval_const(e, t->arg[i]);
    if (t->op == TERM_APPLY) return lookup(e, term_apply(e->store, t->symbol, args));
    return as_memo(term_fold(e->store, (TermOp)t->op, t->width, t->low, t->arity, args));
}

static u64 eval_narrow(Evaluator *e, Term *t) {
    u32 w = t->arg[0]->width;
    u64 a = eval(e, t->arg[0]), b = t->arity > 1 ? eval(e, t->arg[1]) : 0;
    switch (t->op) {
#define TERM_UNARY(OP, smt, value)                                                                                     \
    case TERM_##OP: return value;
#define TERM_BINARY(OP, smt, commutes, value)                                                                          \
    case TERM_##OP: return value;
#define TERM_COMPARE(OP, smt, commutes, value)                                                                         \
    case TERM_##OP: return value;
#include "term/ops.def"
    case TERM_CONCAT: return a << t->arg[1]->width | b;
    case TERM_EXTRACT: return a >> t->low;
    case TERM_SEXT: return (u64)sign_extend(a, w);
    case TERM_TAINTED: return a & ~b; /* as the machine has it: undefined bits are 0 */
    default: return a; /* ZEXT */
    }
}

static bool is_narrow(const Term *t) {
    if (t->width > 64 || t->op == TERM_APPLY || t->op >= TERM_FADD) return false;
    for (u32 i = 0; i < t->arity; i++)
        if (t->arg[i]->width > 64) return false;
    return true;
}

static u64 eval_uncached(Evaluator *e, Term *t) {
    switch (t->op) {
    case TERM_SYMBOL: return lookup(e, t);
    case TERM_ITE: return eval(e, t->arg[0]) ? eval(e, t->arg[1]) : eval(e, t->arg[2]);
    case TERM_SELECT: return eval_cell(e, t->arg[0], eval(e, t->arg[1]));
    case TERM_EQ:
        if (term_is_array(t->arg[0])) return eval_array_eq(e, t);
        break;
    case TERM_AND: /* most conjunctions are false early */
        if (t->width == 1 && !eval(e, t->arg[0])) return 0;
        break;
    default: break;
    }
    return is_narrow(t) ? eval_narrow(e, t) & low_mask(t->width) : eval_general(e, t);
}

static u64 eval(Evaluator *e, Term *t) {
    if (t->op == TERM_CONST) return as_memo(t);
    if (t->stamp == e->model->stamp) return t->memo;
    u64 value = eval_uncached(e, t);
    t->stamp = e->model->stamp;
    t->memo = value;
    return value;
}

/* Wide memos are pointers to constants that a collection may free, so each collection begins a new stamp. */
static void prepare(Evaluator *e, Term *t) {
    if (!e->model->stamp || e->model->epoch != e->store->epoch) {
        e->model->stamp = ++e->store->eval_stamp;
        e->model->epoch = e->store->epoch;
    }
    if (t->height < TALL) return;
    TermVec all = {0};
    term_postorder(e->store, &t, 1, &all);
    for (u32 i = 0; i < all.count; i++)
        if (!term_is_array(all.at[i])) eval(e, all.at[i]);
    vec_free(&all);
}

Term *model_eval(Model *model, Term *term) {
    Evaluator e = {.model = model, .store = model->store};
    prepare(&e, term);
    u64 value = eval(&e, term);
    if (!e.failed) return as_const(&e, term->width, value);
    model->stamp = 0; /* memos made on the way may be wrong */
    return NULL;
}

bool model_satisfies(Model *model, Term *term) {
    Term *value = model_eval(model, term);
    return value && value->value == 1;
}
