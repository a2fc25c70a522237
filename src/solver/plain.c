/* Formulas made plain, so that fewer kinds of terms are left to those who translate them. A function of one argument is an
 * array that is only ever read. */
#include "solver/interpolate_inside.h"

enum { LARGEST_TABLE = 64 };

/* NULL: the function has more arguments than one, or a wide one. */
static Term *array_of_function(Plain *plain, TermStore *store, const TermSymbol *function) {
    Term *array = map_get_ptr(&plain->of_function, function);
    if (array || function->parameter_count != 1 || function->parameter_widths[0] > 64) return array;
    Text name = {0};
    text_printf(&name, "function %s", function->name);
    array = term_symbol_array(store, name.chars, function->parameter_widths[0], function->width);
    text_free(&name);
    map_put_ptr(&plain->of_function, function, array);
    map_put_ptr(&plain->functions, array, function);
    return array;
}

/* Elements that are not zero, written over zeros. */
static Term *writes_of_table(TermStore *store, const Term *t) {
    if (t->data->count > LARGEST_TABLE) return NULL;
    Term *array = term_filled(store, t->index_width, term_const(store, t->width, 0));
    for (u64 i = 0; i < t->data->count; i++) {
        Term *element = term_const(store, t->width, term_data_at(t->data, i));
        if (!term_const_is_zero(element))
            array = term_store(store, array, term_const(store, t->index_width, i), element);
    }
    return array;
}

void plain_make(Plain *plain, TermStore *store, Term **formulas, u32 count) {
    TermVec order = {0};
    Map replacement = {0};
    term_strip_bases(store, formulas, count);
    term_postorder(store, formulas, count, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i], *args[255], *other = NULL;
        for (u32 j = 0; j < t->arity; j++) {
            args[j] = map_get_ptr(&replacement, t->arg[j]);
            if (args[j]) other = t;
            else args[j] = t->arg[j];
        }
        if (other) other = term_rebuild(store, t, args);
        if (t->op == TERM_APPLY) {
            Term *array = array_of_function(plain, store, t->symbol);
            if (array) other = term_select(store, array, args[0]);
        } else if (t->op == TERM_DATA) {
            other = writes_of_table(store, t);
        }
        if (other) map_put_ptr(&replacement, t, other);
    }
    for (u32 i = 0; i < count; i++) {
        Term *other = map_get_ptr(&replacement, formulas[i]);
        if (other) formulas[i] = other;
    }
    map_free(&replacement);
    vec_free(&order);
}

Term *plain_undo(const Plain *plain, TermStore *store, Term *interpolant) {
    TermVec order = {0};
    Map replacement = {0};
    bool is_readable = true;
    term_postorder(store, &interpolant, 1, &order);
    for (u32 i = 0; i < order.count && plain->functions.count; i++) {
        Term *t = order.at[i], *args[255];
        bool is_new = false;
        for (u32 j = 0; j < t->arity; j++) {
            args[j] = map_get_ptr(&replacement, t->arg[j]);
            if (args[j]) is_new = true;
            else args[j] = t->arg[j];
        }
        const TermSymbol *function = t->op == TERM_SELECT ? map_get_ptr(&plain->functions, t->arg[0]) : NULL;
        if (function) map_put_ptr(&replacement, t, term_apply(store, function, &args[1]));
        else if (is_new) map_put_ptr(&replacement, t, term_rebuild(store, t, args));
        for (u32 j = 0; j < t->arity; j++) /* an array that is not only read */
            if (!(function && j == 0) && map_get(&plain->functions, (u64)(uintptr_t)t->arg[j], NULL))
                is_readable = false;
    }
    Term *other = map_get_ptr(&replacement, interpolant);
    map_free(&replacement);
    vec_free(&order);
    return !is_readable ? term_true(store) : other ? other : interpolant;
}

void plain_free(Plain *plain) {
    map_free(&plain->of_function);
    map_free(&plain->functions);
}
