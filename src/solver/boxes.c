#include "solver/boxes.h"

#include "solver/ranges.h"

#include <string.h>

enum {
    MOST_AXES = 8,
    MOST_AXIS_BITS = 16, /* of each integer, where none of the symbols is a float */
    MOST_TERMS = 4000,
    MOST_ARGS = 3,       /* of which intervals are known */
    MOST_ELEMENTS = 64,  /* of a table that are looked at */
    POLL = 64,           /* boxes between two looks at the clock */
    MOST_SINGLES = 20000 /* boxes of one value: where there are many, intervals do not decide */
};

typedef enum {
    NODE_OTHER,    /* by facts */
    NODE_FIXED,    /* a constant, or a symbol that is no axis: never changes */
    NODE_AXIS,     /* */
    NODE_FLOAT,    /* a float operation */
    NODE_NEGATE,   /* a float with its sign changed: a pattern XOR the sign */
    NODE_ABSOLUTE, /* without its sign */
    NODE_EXPONENT, /* its exponent field */
    NODE_TABLE,    /* an element of a constant array */
    NODE_NOTHING,  /* an array, or wider than 64 bits: nothing is known */
} NodeKind;

typedef struct {
    Term *term;
    NodeKind kind;
    u32 args[MOST_ARGS];
    u32 axis;
} Node;

/* What is known of a term in a box. */
typedef struct {
    TermFacts facts;  /* of the pattern */
    FloatRange range; /* of the float it is the pattern of; if its width is one of a float */
} Known;

typedef struct {
    u64 low[MOST_AXES], high[MOST_AXES]; /* by key, see key_of */
} Box;

struct Boxes {
    TermStore *store;
    TermVec order;
    Map number; /* term -> number in `order` */
    VEC(Node) nodes;
    VEC(Known) known;
    Term *axes[MOST_AXES];
    bool is_float[MOST_AXES]; /* its keys are ordered as floats */
    u32 axis_count;
    bool has_others; /* there are symbols that are no axes */
    bool is_relaxed; /* the axes are no symbols: that they have some values together need not be possible */
    FloatRange within[MOST_AXES]; /* is_relaxed: what each can be, whatever the symbols are */
    VEC(Box) stack;
    u64 count;
    u32 singles; /* boxes of one value in the query */
};

Boxes *boxes_new(TermStore *store) {
    Boxes *boxes = xcalloc(1, sizeof *boxes);
    boxes->store = store;
    return boxes;
}

void boxes_free(Boxes *boxes) {
    vec_free(&boxes->order);
    map_free(&boxes->number);
    vec_free(&boxes->nodes);
    vec_free(&boxes->known);
    vec_free(&boxes->stack);
    free(boxes);
}

u64 boxes_count(const Boxes *boxes) { return boxes->count; }

/* ---- Keys: patterns in the order of floats ---- */

/* Negative floats, from the largest magnitude on, then the others; or the pattern itself, for what is no float. */
static u64 key_of(u64 pattern, u32 width, bool is_float) {
    u64 sign = (u64)1 << (width - 1);
    if (!is_float) return pattern;
    return pattern & sign ? ~pattern & low_mask(width) : pattern | sign;
}

static u64 pattern_at(u64 key, u32 width, bool is_float) {
    u64 sign = (u64)1 << (width - 1);
    if (!is_float) return key;
    return key & sign ? key & ~sign : ~key & low_mask(width);
}

/* ---- Nodes ---- */

static bool has_facts(const Term *t) { return t->width <= 64 && !term_is_array(t); }

static bool is_float_operation(TermOp op) { return op >= TERM_FADD && op <= TERM_FTOS; }

static bool takes_floats(TermOp op) { return is_float_operation(op) && op != TERM_UTOF && op != TERM_STOF; }

static u32 fraction_bits(u32 width) { return width == 32 ? 23 : 52; }

static bool is_sign_change(const Term *t) {
    return t->op == TERM_XOR && range_has_format(t->width) && term_is_const(t->arg[1]) &&
           t->arg[1]->value == (u64)1 << (t->width - 1);
}

static bool is_absolute(const Term *t) {
    return t->op == TERM_ZEXT && range_has_format(t->width) && t->arg[0]->op == TERM_EXTRACT && t->arg[0]->low == 0 &&
           t->arg[0]->width == t->width - 1 && t->arg[0]->arg[0]->width == t->width;
}

static bool is_exponent(const Term *t) {
    u32 width = t->op == TERM_EXTRACT ? t->arg[0]->width : 0;
    return range_has_format(width) && t->low == fraction_bits(width) && t->width == width - 1 - fraction_bits(width);
}

static NodeKind kind_of(const Term *t) {
    if (!has_facts(t)) return NODE_NOTHING;
    if (!t->arity || !(t->flags & TERM_HAS_SYMBOL)) return NODE_FIXED;
    if (is_float_operation((TermOp)t->op)) return NODE_FLOAT;
    if (is_sign_change(t)) return NODE_NEGATE;
    if (is_absolute(t)) return NODE_ABSOLUTE;
    if (is_exponent(t)) return NODE_EXPONENT;
    if (t->op == TERM_SELECT) return t->arg[0]->op == TERM_DATA ? NODE_TABLE : NODE_FIXED;
    return t->op == TERM_APPLY || t->arity > MOST_ARGS ? NODE_FIXED : NODE_OTHER;
}

static u32 number_of(const Boxes *boxes, const Term *t) {
    u64 number = 0;
    map_get(&boxes->number, (u64)(uintptr_t)t, &number);
    return (u32)number;
}

static void add_node(Boxes *boxes, u32 at) {
    Term *t = boxes->order.at[at];
    Node node = {.term = t, .kind = kind_of(t)};
    for (u32 i = 0; i < MIN(t->arity, (u32)MOST_ARGS); i++) node.args[i] = number_of(boxes, t->arg[i]);
    if (node.kind == NODE_ABSOLUTE) node.args[0] = number_of(boxes, t->arg[0]->arg[0]);
    Known known = {.facts = t->facts, .range = range_anything()};
    if (has_facts(t) && range_has_format(t->width)) known.range = range_of_pattern(&t->facts, t->width);
    map_put(&boxes->number, (u64)(uintptr_t)t, at);
    vec_push(&boxes->nodes, node);
    vec_push(&boxes->known, known);
}

/* ---- Axes ---- */

static bool is_part(const Term *t) {
    return t->op == TERM_EXTRACT && t->arg[0]->op == TERM_SYMBOL && t->width <= 64 && !term_is_array(t->arg[0]);
}

/* The symbols that are used as a whole, or in parts that overlap. */
static void find_whole_symbols(const Boxes *boxes, Map *whole) {
    Map parts = {0}; /* symbol -> bits of the first 64 that parts of it have */
    for (u32 i = 0; i < boxes->order.count; i++) {
        const Term *t = boxes->order.at[i];
        for (u32 k = 0; k < t->arity && !is_part(t); k++)
            if (t->arg[k]->op == TERM_SYMBOL) map_put(whole, (u64)(uintptr_t)t->arg[k], 1);
        if (!is_part(t)) continue;
        u64 *bits = map_cell(&parts, (u64)(uintptr_t)t->arg[0], NULL);
        u64 own = t->low < 64 ? low_mask(t->width) << t->low : 0;
        if (!own || t->low + t->width > 64 || (*bits & own)) map_put(whole, (u64)(uintptr_t)t->arg[0], 1);
        *bits |= own;
    }
    map_free(&parts);
}

/* The terms that are arguments of float operations. */
static void find_floats(const Boxes *boxes, Map *floats) {
    for (u32 i = 0; i < boxes->order.count; i++) {
        const Term *t = boxes->order.at[i];
        for (u32 k = 0; takes_floats((TermOp)t->op) && k < t->arity; k++)
            if (range_has_format(t->arg[k]->width)) map_put(floats, (u64)(uintptr_t)t->arg[k], 1);
    }
}

static void add_axis(Boxes *boxes, u32 at, bool is_float) {
    Term *t = boxes->order.at[at];
    if (boxes->axis_count == MOST_AXES || !has_facts(t)) {
        boxes->has_others = true;
        return;
    }
    boxes->nodes.at[at].kind = NODE_AXIS;
    boxes->nodes.at[at].axis = boxes->axis_count;
    boxes->is_float[boxes->axis_count] = is_float;
    boxes->axes[boxes->axis_count++] = t;
}

/* Symbols, or the parts of them if only parts are used: those that are floats first, as far as there are axes. */
static void choose_axes(Boxes *boxes) {
    Map floats = {0}, whole = {0};
    find_floats(boxes, &floats);
    find_whole_symbols(boxes, &whole);
    boxes->axis_count = 0;
    for (u32 round = 0; round < 2; round++)
        for (u32 i = 0; i < boxes->order.count; i++) {
            const Term *t = boxes->order.at[i], *symbol = is_part(t) ? t->arg[0] : t;
            bool is_float = map_get(&floats, (u64)(uintptr_t)t, NULL);
            bool is_whole = map_get(&whole, (u64)(uintptr_t)symbol, NULL);
            bool is_leaf = is_part(t) ? !is_whole : t->op == TERM_SYMBOL && is_whole;
            if (is_leaf && is_float == (round == 0)) add_axis(boxes, i, is_float);
        }
    map_free(&floats);
    map_free(&whole);
}

/* ---- From a box to all terms ---- */

static FloatRange meet(FloatRange x, FloatRange y) {
    FloatRange both = {MAX(x.low, y.low), MIN(x.high, y.high), x.number && y.number, x.not_a_number && y.not_a_number};
    both.number = both.number && both.low <= both.high;
    return both;
}

static Known known_axis(const Boxes *boxes, const Box *box, u32 axis) {
    u32 width = boxes->axes[axis]->width;
    u64 x = pattern_at(box->low[axis], width, boxes->is_float[axis]);
    u64 y = pattern_at(box->high[axis], width, boxes->is_float[axis]);
    Known known = {.facts = term_facts_unknown(width), .range = range_anything()};
    u64 sign = (u64)1 << (width - 1);
    if (boxes->is_float[axis] && ((x ^ y) & sign)) return known;
    known.facts.umin = MIN(x, y);
    known.facts.umax = MAX(x, y);
    term_facts_normalise(&known.facts, width);
    if (range_has_format(width)) known.range = range_of_pattern(&known.facts, width);
    if (boxes->is_relaxed) known.range = meet(known.range, boxes->within[axis]);
    return known;
}

static Known known_float(const Boxes *boxes, const Node *node) {
    const Term *t = node->term;
    TermOp op = (TermOp)t->op;
    TermRounding mode = (TermRounding)t->low;
    u32 from = t->arg[0]->width;
    FloatRange args[MOST_ARGS];
    for (u32 i = 0; i < t->arity; i++) args[i] = boxes->known.at[node->args[i]].range;
    bool is_comparison = op == TERM_FEQ || op == TERM_FLT || op == TERM_FLE;
    Known known = {.facts = term_facts_unknown(t->width), .range = range_anything()};
    if (op == TERM_UTOF || op == TERM_STOF) {
        if (from <= 64 && range_has_format(t->width))
            known.range = range_of_integer(op, mode, t->width, &boxes->known.at[node->args[0]].facts);
    } else if (!range_has_format(from)) {
        return known;
    } else if (is_comparison) {
        known.facts = range_compare(op, args[0], args[1]);
        return known;
    } else if (op == TERM_FTOU || op == TERM_FTOS) {
        known.facts = range_to_integer(op, mode, t->width, args[0]);
        return known;
    } else if (range_has_format(t->width)) {
        known.range = range_compute(op, mode, t->width, from, args, t->arity == 2 && t->arg[0] == t->arg[1]);
    }
    if (range_has_format(t->width)) known.facts = range_pattern(known.range, t->width);
    return known;
}

static Known known_by_facts(const Boxes *boxes, const Node *node) {
    Term *t = node->term;
    TermFacts of_args[MOST_ARGS];
    memset(of_args, 0, sizeof of_args);
    for (u32 i = 0; i < t->arity; i++) of_args[i] = boxes->known.at[node->args[i]].facts;
    Known known = {.facts = term_facts_of((TermOp)t->op, t->width, t->low, t->arity, t->arg, of_args),
                   .range = range_anything()};
    if (!range_has_format(t->width)) return known;
    known.range = range_of_pattern(&known.facts, t->width);
    if (t->op == TERM_ITE) {
        FloatRange yes = boxes->known.at[node->args[1]].range, no = boxes->known.at[node->args[2]].range;
        known.range = of_args[0].umin ? yes : !of_args[0].umax ? no : range_hull(yes, no);
    }
    return known;
}

static Known known_element(const Boxes *boxes, const Node *node) {
    const Term *t = node->term;
    const TermFacts *index = &boxes->known.at[node->args[1]].facts;
    Known known = {.facts = term_facts_unknown(t->width), .range = range_anything()};
    if (index->umax - index->umin >= MOST_ELEMENTS) return known;
    for (u64 i = index->umin; i <= index->umax; i++) {
        u64 element = term_data_at(t->arg[0]->data, i);
        TermFacts one = term_facts_const(t->width, element);
        FloatRange range = range_has_format(t->width) ? range_of_pattern(&one, t->width) : range_anything();
        bool is_first = i == index->umin;
        known.facts.umin = is_first ? element : MIN(known.facts.umin, element);
        known.facts.umax = is_first ? element : MAX(known.facts.umax, element);
        known.range = is_first ? range : range_hull(known.range, range);
    }
    term_facts_normalise(&known.facts, t->width);
    return known;
}

static Known known_part(const Boxes *boxes, const Node *node) {
    const Term *t = node->term;
    FloatRange range = boxes->known.at[node->args[0]].range;
    Known known = known_by_facts(boxes, node);
    if (node->kind == NODE_EXPONENT) {
        TermFacts exponent = range_exponent(range, t->arg[0]->width);
        term_facts_meet(&known.facts, &exponent, t->width);
        return known;
    }
    known.range = node->kind == NODE_NEGATE ? range_negated(range) : range_absolute(range);
    known.facts = range_pattern(known.range, t->width);
    return known;
}

static void compute(Boxes *boxes, const Box *box) {
    for (u32 i = 0; i < boxes->nodes.count; i++) {
        const Node *node = &boxes->nodes.at[i];
        switch (node->kind) {
        case NODE_AXIS: boxes->known.at[i] = known_axis(boxes, box, node->axis); break;
        case NODE_FLOAT: boxes->known.at[i] = known_float(boxes, node); break;
        case NODE_TABLE: boxes->known.at[i] = known_element(boxes, node); break;
        case NODE_OTHER: boxes->known.at[i] = known_by_facts(boxes, node); break;
        case NODE_NEGATE:
        case NODE_ABSOLUTE:
        case NODE_EXPONENT: boxes->known.at[i] = known_part(boxes, node); break;
        case NODE_FIXED:
        case NODE_NOTHING: break;
        }
    }
}

/* ---- A query ---- */

static bool is_judged(TermOp op) {
    return op == TERM_FEQ || op == TERM_FLT || op == TERM_FLE || op == TERM_FTOU || op == TERM_FTOS;
}

/* In the place of symbols: the floats that are compared and converted, whatever they are made of. */
static void choose_judged(Boxes *boxes) {
    boxes->axis_count = 0;
    compute(boxes, NULL);
    for (u32 i = 0; i < boxes->order.count; i++) {
        const Term *t = boxes->order.at[i];
        for (u32 k = 0; is_judged((TermOp)t->op) && k < t->arity; k++) {
            u32 at = number_of(boxes, t->arg[k]);
            bool may_be = boxes->nodes.at[at].kind != NODE_AXIS && boxes->nodes.at[at].kind != NODE_FIXED;
            if (!may_be || !range_has_format(t->arg[k]->width)) continue;
            if (boxes->axis_count < MOST_AXES) boxes->within[boxes->axis_count] = boxes->known.at[at].range;
            add_axis(boxes, at, true);
        }
    }
}

static bool begin(Boxes *boxes, Term *const *roots, u32 count, bool is_relaxed) {
    vec_clear(&boxes->order);
    vec_clear(&boxes->nodes);
    vec_clear(&boxes->known);
    map_clear(&boxes->number);
    term_postorder(boxes->store, roots, count, &boxes->order);
    if (boxes->order.count > MOST_TERMS) return false;
    for (u32 i = 0; i < boxes->order.count; i++) add_node(boxes, i);
    boxes->has_others = false;
    for (u32 i = 0; i < boxes->order.count; i++) boxes->has_others |= boxes->order.at[i]->op == TERM_APPLY;
    for (u32 i = 0; i < count; i++)
        boxes->has_others |= roots[i]->op == TERM_SYMBOL; /* has no use that makes it an axis */
    boxes->is_relaxed = is_relaxed;
    if (is_relaxed) choose_judged(boxes);
    else choose_axes(boxes);
    return boxes->axis_count > 0;
}

typedef enum { BOX_EMPTY, BOX_UNDECIDED, BOX_TRUE } Verdict;

static Verdict judge(Boxes *boxes, const Query *query, const Box *box) {
    Verdict verdict = BOX_TRUE;
    compute(boxes, box);
    boxes->count++;
    for (u32 i = 0; boxes->is_relaxed && i < boxes->axis_count; i++) {
        FloatRange range = boxes->known.at[number_of(boxes, boxes->axes[i])].range;
        if (!range.number && !range.not_a_number) return BOX_EMPTY;
    }
    for (u32 i = 0; i < query->count; i++) {
        const TermFacts *facts = &boxes->known.at[number_of(boxes, query->constraints[i])].facts;
        if (!facts->umax) return BOX_EMPTY;
        if (!facts->umin) verdict = BOX_UNDECIDED;
    }
    return verdict;
}

/* ---- Cutting ---- */

/* Where the axis is cut: the largest key of the lower part. */
static u64 cut_of(const Boxes *boxes, const Box *box, u32 axis) {
    u64 low = box->low[axis], high = box->high[axis];
    u32 width = boxes->axes[axis]->width;
    if (boxes->is_float[axis]) {
        u64 sign = (u64)1 << (width - 1);
        u64 infinity = width == 32 ? (u64)0x7f800000 : (u64)0x7ff0000000000000;
        u64 first_number = key_of(infinity | sign, width, true), last_number = key_of(infinity, width, true);
        if (low < sign && high >= sign) return sign - 1; /* the negative ones, -0 included */
        if (low < first_number && high >= first_number) return first_number - 1;
        if (low <= last_number && high > last_number) return last_number;
    }
    return low + (high - low) / 2;
}

static u32 widest_axis(const Boxes *boxes, const Box *box) {
    u32 widest = 0;
    for (u32 i = 1; i < boxes->axis_count; i++)
        if (box->high[i] - box->low[i] > box->high[widest] - box->low[widest]) widest = i;
    return widest;
}

static void halves(const Boxes *boxes, const Box *box, u32 axis, Box *lower, Box *upper) {
    u64 at = cut_of(boxes, box, axis);
    *lower = *upper = *box;
    lower->high[axis] = at;
    upper->low[axis] = at + 1;
}

/* Leaves out a half in which nothing is. Cutting the widest axis alone would look for that half again in each part of all
 * other axes: digits, of which one decides whether the exponent is negative. */
static bool leave_out_half(Boxes *boxes, const Query *query, const Box *box) {
    for (u32 axis = 0; axis < boxes->axis_count && boxes->axis_count > 1; axis++) {
        Box lower, upper;
        if (boxes->is_float[axis] || box->low[axis] == box->high[axis]) continue;
        halves(boxes, box, axis, &lower, &upper);
        bool is_lower_empty = judge(boxes, query, &lower) == BOX_EMPTY;
        if (!is_lower_empty && judge(boxes, query, &upper) != BOX_EMPTY) continue;
        vec_push(&boxes->stack, is_lower_empty ? upper : lower);
        return true;
    }
    return false;
}

static void cut(Boxes *boxes, const Query *query, const Box *box) {
    Box lower, upper;
    if (leave_out_half(boxes, query, box)) return;
    halves(boxes, box, widest_axis(boxes, box), &lower, &upper);
    vec_push(&boxes->stack, lower);
    vec_push(&boxes->stack, upper);
}

static bool is_single(const Boxes *boxes, const Box *box) {
    for (u32 i = 0; i < boxes->axis_count; i++)
        if (box->low[i] != box->high[i]) return false;
    return true;
}

static Box middle_of(const Boxes *boxes, const Box *box) {
    Box middle = *box;
    for (u32 i = 0; i < boxes->axis_count; i++)
        middle.low[i] = middle.high[i] = box->low[i] + (box->high[i] - box->low[i]) / 2;
    return middle;
}

/* ---- The search ---- */

/* Gives a value to a symbol, or to a part of one, whose other parts stay what they are. */
static void set_leaf(TermStore *store, Model *model, Term *leaf, Term *value) {
    if (leaf->op == TERM_SYMBOL) {
        model_set(model, leaf, value);
        return;
    }
    Term *symbol = leaf->arg[0], *before = model_get(model, symbol);
    Term *shifted = term_zext(store, value, symbol->width);
    if (leaf->low) shifted = term_shl(store, shifted, term_const(store, symbol->width, leaf->low));
    model_set(model, symbol, before ? term_or(store, before, shifted) : shifted);
}

/* Whether these values satisfy the query, computed with numbers. */
static bool try_values(Boxes *boxes, const Query *query, const Box *box, Result *result) {
    Model *model = model_new(boxes->store);
    for (u32 i = 0; i < boxes->axis_count; i++) {
        u32 width = boxes->axes[i]->width;
        Term *value = term_const(boxes->store, width, pattern_at(box->low[i], width, boxes->is_float[i]));
        set_leaf(boxes->store, model, boxes->axes[i], value);
    }
    result_yes(result, query, model, NULL);
    return result->answer == ANSWER_YES;
}

/* False: the box may hold what cannot be found in it. */
static bool look_into(Boxes *boxes, const Query *query, const Box *box, Result *result) {
    Verdict verdict = judge(boxes, query, box);
    bool single = is_single(boxes, box);
    if (single && boxes->singles++ > MOST_SINGLES) return false;
    if (verdict == BOX_EMPTY) return true;
    Box middle = middle_of(boxes, box);
    bool is_worth_while = single || verdict == BOX_TRUE || judge(boxes, query, &middle) != BOX_EMPTY;
    if (is_worth_while && (boxes->is_relaxed || try_values(boxes, query, &middle, result))) return !boxes->is_relaxed;
    if (single) return !boxes->has_others; /* else other symbols may make it true */
    cut(boxes, query, box);
    return true;
}

/* Whether the boxes that there are decide the query. */
static bool search(Boxes *boxes, const Query *query, double end, Result *result) {
    Box all = {0};
    for (u32 i = 0; i < boxes->axis_count; i++) all.high[i] = low_mask(boxes->axes[i]->width);
    vec_clear(&boxes->stack);
    vec_push(&boxes->stack, all);
    boxes->singles = 0;
    for (u32 polls = 0; boxes->stack.count; polls++) {
        bool is_late = polls % POLL == 0 && (deadline_is_over(query->deadline) || deadline_now() > end);
        Box box = vec_pop(&boxes->stack);
        if (is_late || !look_into(boxes, query, &box, result)) return false;
        if (result->answer == ANSWER_YES) return true;
    }
    result_no(result, query->constraints, query->count);
    return true;
}

/* Bounds of one float contradict each other, whatever it is made of. */
static bool contradicts_itself(Boxes *boxes, const Query *query, double end, Result *result) {
    return begin(boxes, query->constraints, query->count, true) && search(boxes, query, end, result);
}

/* Intervals are worth a try: there are floats among the symbols, or what becomes floats are small integers, digits say. */
static bool begin_with_symbols(Boxes *boxes, const Query *query) {
    bool are_small = true;
    if (!begin(boxes, query->constraints, query->count, false)) return false;
    for (u32 i = 0; i < boxes->axis_count; i++) are_small &= boxes->axes[i]->width <= MOST_AXIS_BITS;
    return boxes->is_float[0] || (are_small && !boxes->has_others);
}

bool boxes_answer(Boxes *boxes, const Query *query, double end, Result *result) {
    bool has_floats = false;
    for (u32 i = 0; i < query->count; i++) has_floats |= (query->constraints[i]->flags & TERM_HAS_FLOAT) != 0;
    if (!has_floats) return false;
    if (contradicts_itself(boxes, query, end, result)) return true;
    return begin_with_symbols(boxes, query) && search(boxes, query, end, result);
}

/* ---- For tests ---- */

static bool contains(const Known *known, u32 width, u64 value) {
    const TermFacts *facts = &known->facts, one = term_facts_const(width, value);
    bool fits = value >= facts->umin && value <= facts->umax && one.smin >= facts->smin && one.smin <= facts->smax &&
                !(value & facts->zeros) && (value & facts->ones) == facts->ones;
    if (!fits || !range_has_format(width)) return fits;
    FloatRange range = range_of_pattern(&one, width);
    if (range.not_a_number) return known->range.not_a_number;
    return known->range.number && known->range.low <= range.low && range.low <= known->range.high;
}

Term *boxes_escaped(Boxes *boxes, Term *root, Term *const *symbols, u64 (*ends)[2], u32 count, Model *model) {
    Box box = {0};
    if (!begin(boxes, &root, 1, false)) return NULL;
    for (u32 i = 0; i < boxes->axis_count; i++) {
        u32 at = 0, width = boxes->axes[i]->width;
        while (at < count && symbols[at] != boxes->axes[i]) at++;
        u64 x = at < count ? key_of(ends[at][0], width, boxes->is_float[i]) : 0;
        u64 y = at < count ? key_of(ends[at][1], width, boxes->is_float[i]) : low_mask(width);
        box.low[i] = MIN(x, y);
        box.high[i] = MAX(x, y);
    }
    compute(boxes, &box);
    for (u32 i = 0; i < boxes->order.count; i++) {
        Term *t = boxes->order.at[i];
        if (has_facts(t) && !contains(&boxes->known.at[i], t->width, model_eval(model, t)->value)) return t;
    }
    return NULL;
}
