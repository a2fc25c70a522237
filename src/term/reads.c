#include "term/reads.h"

#include "term/internal.h"

typedef struct {
    Term *guard, *value;
} Choice;

static Term *inside(TermStore *store, Term *index, Term *to, Term *count) {
    return term_ult(store, term_sub(store, index, to), count);
}

static bool is_bottom(const Term *array) { return array->op == TERM_SYMBOL || array->op == TERM_DATA; }

/* The guard under which the topmost write of `array` answers a read at `index`, and its answer. */
static Choice topmost_choice(TermStore *store, Term *array, Term *index, u32 *budget, TermVec *rests) {
    switch (array->op) {
    case TERM_STORE: return (Choice){term_eq(store, index, array->arg[1]), array->arg[2]};
    case TERM_FILL: return (Choice){inside(store, index, array->arg[1], array->arg[3]), array->arg[2]};
    case TERM_COPY: {
        Term *guard = inside(store, index, array->arg[1], array->arg[4]);
        if (term_is_false(guard)) return (Choice){guard, NULL};
        Term *source_index = term_add(store, array->arg[3], term_sub(store, index, array->arg[1]));
        return (Choice){guard, term_expand_read(store, array->arg[2], source_index, budget, rests)};
    }
    default:
        assert(array->op == TERM_ITE);
        return (Choice){array->arg[0], term_expand_read(store, array->arg[1], index, budget, rests)};
    }
}

static Term *array_below(Term *array) { return array->op == TERM_ITE ? array->arg[2] : array->arg[0]; }

Term *term_expand_read(TermStore *store, Term *array, Term *index, u32 *budget, TermVec *rests) {
    VEC(Choice) choices = {0};
    Term *value = NULL;
    while (!value) {
        if (array->op == TERM_FILLED) {
            value = array->arg[0];
        } else if (is_bottom(array) || *budget == 0) {
            value = term_select(store, array, index);
            if (!is_bottom(array) && rests) vec_push(rests, value);
        } else {
            --*budget;
            Choice choice = topmost_choice(store, array, index, budget, rests);
            if (term_is_true(choice.guard)) {
                value = choice.value;
            } else {
                if (!term_is_false(choice.guard)) vec_push(&choices, choice);
                array = array_below(array);
            }
        }
    }
    while (choices.count) {
        Choice choice = vec_pop(&choices);
        value = term_ite(store, choice.guard, choice.value, value);
    }
    vec_free(&choices);
    return value;
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
        ok = !(t->op == TERM_EQ && term_is_array(t->arg[0]));
        map_put_ptr(&expanded, t,
                    t->op == TERM_SELECT ? term_expand_read(store, args[0], args[1], &budget, NULL)
                                         : term_rebuild(store, t, args));
        ok = ok && budget > 0;
    }
    for (u32 i = 0; i < count && ok; i++) out[i] = map_get_ptr(&expanded, roots[i]);
    map_free(&expanded);
    vec_free(&order);
    return ok;
}
