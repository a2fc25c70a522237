/* Arrays and functions: construction, and reads pushed through writes that the index provably hits or misses. */
#include "term/internal.h"

Term *term_filled(TermStore *store, u32 index_width, Term *element) {
    if (term_is_tainted(element))
        return term_tainted(store, term_filled(store, index_width, element->arg[0]),
                            term_filled(store, index_width, element->arg[1]), term_origin_of(element));
    return term_intern(store, TERM_FILLED, element->width, index_width, 0, 1, &element);
}

/* Whether the index lies in [to, to + count): a term. */
static Term *is_inside(TermStore *store, Term *index, Term *to, Term *count) {
    return term_ult(store, term_sub(store, index, to), count);
}

static Term *data_element(TermStore *store, const Term *array, u64 index) {
    const TermData *data = array->data;
    Term *value = term_const(store, array->width, term_data_at(data, index));
    u32 object = data->objects && index < data->count ? data->objects[index] : 0;
    return object ? term_based(store, value, term_const(store, array->width, object)) : value;
}

/* One step of a read: what `array` holds at `index` as a read of another array at another index, or the element
 * itself, or NULL when the index may hit or miss. */
static Term *read_step(TermStore *store, Term **array, Term **index) {
    Term *a = *array;
    switch (a->op) {
    case TERM_STORE: {
        Term *hit = term_eq(store, *index, a->arg[1]);
        if (term_is_true(hit)) return a->arg[2];
        if (term_is_false(hit)) *array = a->arg[0];
        return NULL;
    }
    case TERM_FILL: {
        Term *hit = is_inside(store, *index, a->arg[1], a->arg[3]);
        if (term_is_true(hit)) return a->arg[2];
        if (term_is_false(hit)) *array = a->arg[0];
        return NULL;
    }
    case TERM_COPY: {
        Term *hit = is_inside(store, *index, a->arg[1], a->arg[4]);
        if (term_is_true(hit)) {
            *index = term_add(store, a->arg[3], term_sub(store, *index, a->arg[1]));
            *array = a->arg[2];
        } else if (term_is_false(hit)) {
            *array = a->arg[0];
        }
        return NULL;
    }
    case TERM_FILLED: return a->arg[0];
    case TERM_DATA: return term_is_const(*index) ? data_element(store, a, (*index)->value) : NULL;
    default: return NULL;
    }
}

/* Follows a read down to the first write that may hit or miss. The element, or NULL at a choice of arrays. */
static Term *read_down(TermStore *store, Term **array, Term **index) {
    for (;;) {
        Term *before = *array, *element = read_step(store, array, index);
        if (element) return element;
        if (*array != before) continue;
        return before->op == TERM_ITE ? NULL : term_intern2(store, TERM_SELECT, before->width, before, *index);
    }
}

/* A read of a choice of arrays, one or both of whose sides are to be read yet. */
typedef struct {
    Term *choice, *index;
    Term *name; /* the read as it stands */
    Term *yes;  /* NULL: not read yet */
} OpenRead;

typedef struct {
    TermStore *store;
    VEC(OpenRead) open;
    Map known; /* name of a read -> its element: sides have parts in common */
} Choices;

/* The element if it can be had at once; else NULL, and the read is open. */
static Term *begin_read(Choices *choices, Term *array, Term *index) {
    Term *element = read_down(choices->store, &array, &index);
    if (element) return element;
    Term *name = term_intern2(choices->store, TERM_SELECT, array->width, array, index);
    if ((element = map_get_ptr(&choices->known, name))) return element;
    vec_push(&choices->open, (OpenRead){array, index, name, NULL});
    return NULL;
}

Term *term_select(TermStore *store, Term *array, Term *index) {
    assert(term_is_array(array) && array->index_width == index->width);
    if (term_is_tainted(array))
        return term_tainted(store, term_select(store, array->arg[0], index), term_select(store, array->arg[1], index),
                            term_origin_of(array));
    Term *element = read_down(store, &array, &index);
    if (element) return element;
    Choices choices = {.store = store};
    begin_read(&choices, array, index);
    while (choices.open.count) {
        /* `element` is what the read opened last came to: the side that waits for it takes it. */
        u32 top = choices.open.count - 1;
        OpenRead read = choices.open.at[top];
        if (!read.yes) {
            Term *yes = element ? element : begin_read(&choices, read.choice->arg[1], read.index);
            element = NULL;
            if (!yes) continue;
            choices.open.at[top].yes = yes;
        }
        if (!element) element = begin_read(&choices, read.choice->arg[2], read.index);
        if (!element) continue;
        OpenRead done = vec_pop(&choices.open);
        element = term_ite(store, done.choice->arg[0], done.yes, element);
        map_put_ptr(&choices.known, done.name, element);
    }
    map_free(&choices.known);
    vec_free(&choices.open);
    return element;
}

/* Undefined elements: what happens to the values happens to the masks. The newest origin stands for all. */
static u32 newest_origin(const Term *array, const Term *source) {
    return term_origin_of(source) ? term_origin_of(source) : term_origin_of(array);
}
static bool any_tainted(const Term *array, const Term *source) {
    return term_is_tainted(array) || term_is_tainted(source);
}

Term *term_store(TermStore *store, Term *array, Term *index, Term *element) {
    assert(term_is_array(array) && array->index_width == index->width && array->width == element->width);
    if (any_tainted(array, element))
        return term_tainted(store, term_store(store, term_value_of(array), index, term_value_of(element)),
                            term_store(store, term_mask_of(store, array), index, term_mask_of(store, element)),
                            newest_origin(array, element));
    if (element->op == TERM_SELECT && element->arg[0] == array && element->arg[1] == index) return array;
    if (array->op == TERM_STORE && array->arg[1] == index) array = array->arg[0];
    if (array->op == TERM_FILLED && array->arg[0] == element) return array;
    return term_intern(store, TERM_STORE, array->width, array->index_width, 0, 3, (Term *[]){array, index, element});
}

Term *term_copy(TermStore *store, Term *array, Term *to, Term *source, Term *from, Term *count) {
    assert(array->index_width == source->index_width && array->width == source->width);
    if (any_tainted(array, source))
        return term_tainted(store, term_copy(store, term_value_of(array), to, term_value_of(source), from, count),
                            term_copy(store, term_mask_of(store, array), to, term_mask_of(store, source), from, count),
                            newest_origin(array, source));
    if (term_is_const(count) && term_const_is_zero(count)) return array;
    if (array == source && to == from) return array;
    if (term_is_const(count) && count->value == 1)
        return term_store(store, array, to, term_select(store, source, from));
    return term_intern(store, TERM_COPY, array->width, array->index_width, 0, 5,
                       (Term *[]){array, to, source, from, count});
}

Term *term_fill(TermStore *store, Term *array, Term *to, Term *element, Term *count) {
    if (any_tainted(array, element))
        return term_tainted(store, term_fill(store, term_value_of(array), to, term_value_of(element), count),
                            term_fill(store, term_mask_of(store, array), to, term_mask_of(store, element), count),
                            newest_origin(array, element));
    if (term_is_const(count) && term_const_is_zero(count)) return array;
    if (term_is_const(count) && count->value == 1) return term_store(store, array, to, element);
    if (array->op == TERM_FILLED && array->arg[0] == element) return array;
    return term_intern(store, TERM_FILL, array->width, array->index_width, 0, 4, (Term *[]){array, to, element, count});
}

Term *term_apply(TermStore *store, const TermSymbol *function, Term *const *args) {
    return term_intern(store, TERM_APPLY, function->width, 0, (u64)(uintptr_t)function, function->parameter_count,
                       args);
}
