/* What is known of the elements of an array: the facts of an array term are those of any of its elements. So a read of
 * a table of digits is a digit, and one of a buffer of zeros is 0 wherever it reads. */
#include "term/internal.h"

enum { MOST_LOOKED_AT = 1024 }; /* elements of a table that one read looks at */

static void take_element(TermFacts *all, bool *is_first, u32 width, u64 value) {
    TermFacts one = term_facts_const(width, value);
    *all = *is_first ? one : term_facts_union(all, &one);
    *is_first = false;
}

TermFacts term_facts_data(const TermData *data, u32 index_width) {
    if (data->objects) return term_facts_unknown(data->width); /* an element is more than its number */
    TermFacts all = {0};
    bool is_first = true;
    for (u64 i = 0; i < data->count; i++) take_element(&all, &is_first, data->width, term_data_at(data, i));
    if (data->count <= low_mask(index_width)) take_element(&all, &is_first, data->width, 0);
    return all;
}

TermFacts term_facts_select(const Term *array, const TermFacts *index) {
    if (array->op != TERM_DATA || array->data->objects || index->umax - index->umin >= MOST_LOOKED_AT)
        return array->facts;
    TermFacts all = {0};
    bool is_first = true;
    u64 last = MIN(index->umax, array->data->count); /* what is behind the table is 0, as its end is */
    for (u64 i = MIN(index->umin, last); i <= last; i++)
        if (i == array->data->count || (!(i & index->zeros) && (i & index->ones) == index->ones))
            take_element(&all, &is_first, array->width, term_data_at(array->data, i));
    return is_first ? array->facts : all;
}
