#include "engine/relevance.h"

#include <stdlib.h>
#include <string.h>

static u32 number_of(Relevance *relevance, Term *term) {
    bool inserted;
    u64 *number = map_cell(&relevance->number_of, (u64)(uintptr_t)term->symbol, &inserted);
    if (inserted) {
        *number = relevance->touched.count;
        vec_push(&relevance->touched, 0);
        vec_push(&relevance->terms, term->op == TERM_SYMBOL ? term : NULL);
    }
    return (u32)*number;
}

static SymbolRange symbols_of(Relevance *relevance, Term *term) {
    u64 *cell = map_cell(&relevance->range_of, (u64)(uintptr_t)term, NULL);
    if (*cell) return relevance->ranges.at[*cell - 1];
    vec_clear(&relevance->order);
    term_postorder(relevance->store, &term, 1, &relevance->order);
    SymbolRange range = {.begin = relevance->symbols.count};
    for (u32 i = 0; i < relevance->order.count; i++) {
        Term *t = relevance->order.at[i];
        if (t->op == TERM_SYMBOL || t->op == TERM_APPLY) vec_push(&relevance->symbols, number_of(relevance, t));
    }
    range.count = relevance->symbols.count - range.begin;
    vec_push(&relevance->ranges, range);
    *cell = relevance->ranges.count;
    return range;
}

static bool is_touched(const Relevance *relevance, SymbolRange range) {
    for (u32 i = 0; i < range.count; i++)
        if (relevance->touched.at[relevance->symbols.at[range.begin + i]] == relevance->stamp) return true;
    return false;
}

static void touch(Relevance *relevance, SymbolRange range) {
    for (u32 i = 0; i < range.count; i++)
        relevance->touched.at[relevance->symbols.at[range.begin + i]] = relevance->stamp;
}

/* From the newest on: what a question is about was mostly said lately, so few rounds do. */
void relevant_constraints(Relevance *relevance, const TermVec *constraints, Term *const *question, u32 question_count,
                          TermVec *out) {
    u32 count = constraints->count;
    relevance->stamp++;
    for (u32 i = 0; i < question_count; i++) touch(relevance, symbols_of(relevance, question[i]));
    vec_clear(&relevance->taken);
    vec_reserve(&relevance->taken, count);
    if (count) memset(relevance->taken.at, 0, count);
    for (bool grew = true; grew;) {
        grew = false;
        for (u32 i = count; i-- > 0;) {
            if (relevance->taken.at[i]) continue;
            SymbolRange range = symbols_of(relevance, constraints->at[i]);
            if (!is_touched(relevance, range)) continue;
            touch(relevance, range);
            relevance->taken.at[i] = 1;
            grew = true;
        }
    }
    for (u32 i = 0; i < count; i++)
        if (relevance->taken.at[i]) vec_push(out, constraints->at[i]);
}

void relevant_symbols(const Relevance *relevance, TermVec *out) {
    for (u32 i = 0; i < relevance->touched.count; i++)
        if (relevance->touched.at[i] == relevance->stamp && relevance->terms.at[i])
            vec_push(out, relevance->terms.at[i]);
}

void relevance_forget(Relevance *relevance) {
    map_clear(&relevance->range_of);
    map_clear(&relevance->number_of);
    vec_clear(&relevance->ranges);
    vec_clear(&relevance->symbols);
    vec_clear(&relevance->touched);
    vec_clear(&relevance->terms);
}

void relevance_free(Relevance *relevance) {
    map_free(&relevance->range_of);
    map_free(&relevance->number_of);
    vec_free(&relevance->ranges);
    vec_free(&relevance->symbols);
    vec_free(&relevance->touched);
    vec_free(&relevance->terms);
    vec_free(&relevance->order);
    vec_free(&relevance->taken);
}
