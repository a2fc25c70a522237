#include "term/reads.h"

#include "term/internal.h"

typedef struct {
    Term *guard, *value;
} Choice;

static Term *inside(TermStore *store, Term *index, Term *to, Term *count) {
    return term_ult(store, term_sub(store, index, to), count);
}

static bool is_bottom(const Term *array) { return array->op == TERM_SYMBOL || array->op == TERM_DATA; }

static Term *array_below(Term *array) { return array->op == TERM_ITE ? array->arg[2] : array->arg[0]; }

/* The guard under which the topmost write of `array` answers a read at `index`. */
static Term *topmost_guard(TermStore *store, Term *array, Term *index) {
    switch (array->op) {
    case TERM_STORE: return term_eq(store, index, array->arg[1]);
    case TERM_FILL: return inside(store, index, array->arg[1], array->arg[3]);
    case TERM_COPY: return inside(store, index, array->arg[1], array->arg[4]);
    default: assert(array->op == TERM_ITE); return array->arg[0];
    }
}

/* A read that is being expanded, or the one that a copy or a choice of arrays in it leads to. */
typedef struct {
    Term *array, *index;
    u32 choices; /* where its choices begin */
    Term *guard; /* under which it is what the next level comes to; NULL: not waiting for one */
} Level;

typedef struct {
    TermStore *store;
    u32 *budget;
    TermVec *rests;
    VEC(Level) levels;
    VEC(Choice) choices;
} Expansion;

static void push_level(Expansion *e, Term *array, Term *index) {
    vec_push(&e->levels, (Level){array, index, e->choices.count, NULL});
}

/* The element below all writes, if that is where the read has come to. */
static Term *bottom_element(Expansion *e, const Level *level) {
    if (level->array->op == TERM_FILLED) return level->array->arg[0];
    bool bottom = is_bottom(level->array);
    if (!bottom && *e->budget) return NULL;
    Term *element = term_select(e->store, level->array, level->index);
    if (!bottom && e->rests) vec_push(e->rests, element);
    return element;
}

/* What the topmost write holds under `guard` is known. The element if it certainly answers the read; else the read goes on
 * below. */
static Term *take_choice(Expansion *e, Term *guard, Term *value) {
    Level *level = &vec_last(&e->levels);
    if (term_is_true(guard)) return value;
    if (!term_is_false(guard)) vec_push(&e->choices, (Choice){guard, value});
    level->array = array_below(level->array);
    level->guard = NULL;
    return NULL;
}

/* One write further down. The element, if that ends the read. */
static Term *look_through(Expansion *e) {
    Level level = vec_last(&e->levels);
    Term *array = level.array, *guard = topmost_guard(e->store, array, level.index);
    --*e->budget;
    if (array->op == TERM_STORE || array->op == TERM_FILL || term_is_false(guard))
        return take_choice(e, guard, array->arg[2]);
    vec_last(&e->levels).guard = guard;
    if (array->op == TERM_COPY) {
        Term *distance = term_sub(e->store, level.index, array->arg[1]);
        push_level(e, array->arg[2], term_add(e->store, array->arg[3], distance));
    } else {
        push_level(e, array->arg[1], level.index);
    }
    return NULL;
}

Term *term_expand_read(TermStore *store, Term *array, Term *index, u32 *budget, TermVec *rests) {
    Expansion e = {.store = store, .budget = budget, .rests = rests};
    Term *value = NULL;
    push_level(&e, array, index);
    while (e.levels.count) {
        const Level *level = &vec_last(&e.levels);
        if (value) { /* of the level above this one: it waited for it */
            value = take_choice(&e, level->guard, value);
        } else {
            value = bottom_element(&e, level);
            if (!value) value = look_through(&e);
        }
        if (!value) continue;
        Level done = vec_pop(&e.levels);
        while (e.choices.count > done.choices) {
            Choice choice = vec_pop(&e.choices);
            value = term_ite(store, choice.guard, choice.value, value);
        }
    }
    vec_free(&e.levels);
    vec_free(&e.choices);
    return value;
}

Term *term_expand_comparison(TermStore *store, Term *a, Term *b, u32 *budget) {
    assert(a->index_width <= TERM_CELLWISE_BITS);
    Term *all = term_true(store);
    for (u64 i = 0; i < (u64)1 << a->index_width && !term_is_false(all); i++) {
        Term *index = term_const(store, a->index_width, i);
        Term *same = term_eq(store, term_expand_read(store, a, index, budget, NULL),
                             term_expand_read(store, b, index, budget, NULL));
        all = term_and(store, all, same);
    }
    return all;
}

static Term *expand_one(TermStore *store, Term *t, Term *const *args, u32 *budget) {
    if (t->op == TERM_SELECT) return term_expand_read(store, args[0], args[1], budget, NULL);
    if (t->op == TERM_EQ && term_is_array(t->arg[0]) && t->arg[0]->index_width <= TERM_CELLWISE_BITS)
        return term_expand_comparison(store, args[0], args[1], budget);
    return term_rebuild(store, t, args);
}

bool term_expand_reads(TermStore *store, Term *const *roots, u32 count, u32 budget, Term **out) {
    TermVec order = {0};
    Map expanded = {0};
    bool ok = true;
    term_postorder(store, roots, count, &order);
    for (u32 i = 0; i < order.count && ok; i++) {
        Term *t = order.at[i], *args[255];
        if (!(t->flags & TERM_HAS_ARRAY) || t->arity == 0) {
            map_put_ptr(&expanded, t, t);
            continue;
        }
        for (u32 j = 0; j < t->arity; j++) args[j] = map_get_ptr(&expanded, t->arg[j]);
        Term *one = expand_one(store, t, args, &budget);
        map_put_ptr(&expanded, t, one);
        ok = budget > 0 && !(one->op == TERM_EQ && term_is_array(one->arg[0]));
    }
    for (u32 i = 0; i < count && ok; i++) out[i] = map_get_ptr(&expanded, roots[i]);
    map_free(&expanded);
    vec_free(&order);
    return ok;
}
