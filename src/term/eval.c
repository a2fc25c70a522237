/* The evaluator. Values are memoised in the terms themselves under a stamp: the number itself up to 64 bits, a constant
 * term above. Only the branch taken of an if-then-else and the cells read of an array are evaluated, unless the term is
 * tall: then all below it is evaluated first, bottom up, and the recursion finds it done. */
#include "term/internal.h"

#include "term/fold.h"
#include "term/model.h"

enum {
    TALL = 1000,            /* terms higher than this are evaluated bottom up: it bounds the recursion */
    LONGEST_RANGE = 1 << 16 /* cells copied or filled at once, for the value of a whole array */
};

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
        default: { /* SYMBOL */
            Term *cell =
                model_get(e->model, term_select(e->store, array, term_const(e->store, array->index_width, index)));
            return cell ? as_memo(cell) : lookup(e, array);
        }
        }
    }
}

/* The value of a whole array: some cells, and what all the others hold. */
typedef struct {
    Map cells; /* index -> memo */
    u64 otherwise;
} ArrayValue;

/* What is written further up hides what is below. */
static void put_cell(ArrayValue *value, u64 index, u64 memo) {
    bool inserted;
    u64 *cell = map_cell(&value->cells, index, &inserted);
    if (inserted) *cell = memo;
}

static void put_symbol(Evaluator *e, ArrayValue *value, Term *symbol) {
    for (u32 i = 0; i < e->model->values.count; i++) {
        const Term *key = (Term *)(uintptr_t)e->model->values.entries[i].key;
        if (key->op == TERM_SELECT && key->arg[0] == symbol)
            put_cell(value, key->arg[1]->value, as_memo((Term *)(uintptr_t)e->model->values.entries[i].value));
    }
    value->otherwise = lookup(e, symbol);
}

/* The cells that a FILL or COPY writes; false when there are too many. */
static bool put_range(Evaluator *e, ArrayValue *value, Term *array) {
    bool is_copy = array->op == TERM_COPY;
    u64 mask = low_mask(array->index_width), to = eval(e, array->arg[1]), count = eval(e, array->arg[is_copy ? 4 : 3]);
    if (count > LONGEST_RANGE) return false;
    for (u64 i = 0; i < count; i++) {
        u64 index = (to + i) & mask;
        if (map_get(&value->cells, index, NULL)) continue;
        put_cell(value, index,
                 is_copy ? eval_cell(e, array->arg[2], (eval(e, array->arg[3]) + i) & mask) : eval(e, array->arg[2]));
    }
    return true;
}

static bool eval_array(Evaluator *e, Term *array, ArrayValue *value) {
    for (;;) {
        switch (array->op) {
        case TERM_STORE: put_cell(value, eval(e, array->arg[1]), eval(e, array->arg[2])); break;
        case TERM_ITE: array = eval(e, array->arg[0]) ? array->arg[1] : array->arg[2]; continue;
        case TERM_FILL:
        case TERM_COPY:
            if (!put_range(e, value, array)) return false;
            break;
        case TERM_FILLED: value->otherwise = eval(e, array->arg[0]); return true;
        case TERM_DATA:
            for (u64 i = 0; i < array->data->count && i <= low_mask(array->index_width); i++)
                put_cell(value, i, term_data_at(array->data, i));
            return true;
        default: put_symbol(e, value, array); return true;
        }
        array = array->arg[0];
    }
}

static bool same_value(const ArrayValue *a, const ArrayValue *b, u32 index_width) {
    u64 other, named = a->cells.count; /* cells that either names */
    for (u32 i = 0; i < a->cells.count; i++)
        if (a->cells.entries[i].value != (map_get(&b->cells, a->cells.entries[i].key, &other) ? other : b->otherwise))
            return false;
    for (u32 i = 0; i < b->cells.count; i++) {
        if (map_get(&a->cells, b->cells.entries[i].key, NULL)) continue;
        if (b->cells.entries[i].value != a->otherwise) return false;
        named++;
    }
    return a->otherwise == b->otherwise || (index_width < 64 && named == (u64)1 << index_width);
}

static u64 eval_array_eq(Evaluator *e, Term *t) {
    ArrayValue a = {0}, b = {0};
    bool ok = eval_array(e, t->arg[0], &a) && eval_array(e, t->arg[1], &b);
    bool same = ok && same_value(&a, &b, t->arg[0]->index_width);
    if (!ok) e->failed = true;
    map_free(&a.cells);
    map_free(&b.cells);
    return same;
}

static u64 eval_general(Evaluator *e, Term *t) {
    Term *few[4], **args = t->arity <= COUNT_OF(few) ? few : xmalloc(t->arity * sizeof *args); /* it recurses */
    for (u32 i = 0; i < t->arity; i++) args[i] = eval_const(e, t->arg[i]);
    u64 value = t->op == TERM_APPLY ? lookup(e, term_apply(e->store, t->symbol, args))
                                    : as_memo(term_fold(e->store, (TermOp)t->op, t->width, t->low, t->arity, args));
    if (args != few) free(args);
    return value;
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
    default: return a;                /* ZEXT */
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

/* Evaluates all below a term and it, children first. An array has no value of its own; its stamp says that its parts have
 * theirs. A term on the stack with the low bit of its address set has had its arguments pushed. */
static void eval_bottom_up(Evaluator *e, Term *root) {
    TermVec stack = {0};
    vec_push(&stack, root);
    while (stack.count) {
        uintptr_t top = (uintptr_t)vec_pop(&stack);
        Term *t = (Term *)(top & ~(uintptr_t)1);
        if (t->op == TERM_CONST || t->stamp == e->model->stamp) continue;
        if (top & 1) {
            if (term_is_array(t)) t->stamp = e->model->stamp;
            else eval(e, t);
            continue;
        }
        vec_push(&stack, (Term *)((uintptr_t)t | 1));
        for (u32 i = t->arity; i-- > 0;)
            if (t->arg[i]->stamp != e->model->stamp) vec_push(&stack, t->arg[i]);
    }
    vec_free(&stack);
}

/* Wide memos are pointers to constants that a collection may free, so each collection begins a new stamp. */
static void prepare(Evaluator *e, Term *t) {
    if (!e->model->stamp || e->model->epoch != e->store->epoch) {
        e->model->stamp = ++e->store->eval_stamp;
        e->model->epoch = e->store->epoch;
    }
    if (t->height > TALL) eval_bottom_up(e, t);
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
