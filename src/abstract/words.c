#include "abstract/words.h"

#include <stdlib.h>

typedef struct {
    TermStore *terms;
    const Map *addresses; /* address -> where it is in a row */
    u32 count;            /* of them */
    Map uses;             /* version -> how many others, not made yet, are made of it */
    Map rows;             /* version -> its words, while some other needs them */
} Walk;

/* ---- Versions ---- */

/* The versions that this one is made of. What a copy comes from is asked for word by word. */
static u32 older_versions(const Term *version, Term *const **out) {
    bool is_choice = version->op == TERM_ITE;
    bool is_write = version->op == TERM_STORE || version->op == TERM_FILL || version->op == TERM_COPY;
    *out = &version->arg[is_choice];
    return is_choice ? 2 : is_write;
}

static int compare_heights(const void *a, const void *b) {
    const Term *x = *(Term *const *)a, *y = *(Term *const *)b;
    return x->height < y->height ? -1 : x->height > y->height;
}

/* All that there are, older ones first. */
static void find_versions(Walk *walk, Term *memory, TermVec *out) {
    map_put(&walk->uses, (u64)(uintptr_t)memory, 1);
    vec_push(out, memory);
    for (u32 next = 0; next < out->count; next++) {
        Term *const *older;
        u32 count = older_versions(out->at[next], &older);
        for (u32 i = 0; i < count; i++) {
            bool is_new;
            ++*map_cell(&walk->uses, (u64)(uintptr_t)older[i], &is_new);
            if (is_new) vec_push(out, older[i]);
        }
    }
    qsort(out->at, out->count, sizeof *out->at, compare_heights);
}

/* ---- Rows ---- */

/* The words of an older version, to be changed: it keeps its own if others need them. */
static Term **take_row(Walk *walk, const Term *version) {
    Term **row = map_get_ptr(&walk->rows, version);
    if (!--*map_cell(&walk->uses, (u64)(uintptr_t)version, &(bool){0})) {
        map_put_ptr(&walk->rows, version, NULL);
        return row;
    }
    Term **copy = xcalloc(walk->count + 1, sizeof *copy);
    memcpy(copy, row, walk->count * sizeof *copy);
    return copy;
}

/* Only constants, and choices that may be of constants, are worth knowing. */
static Term *worth_knowing(Term *word) { return word && (term_is_const(word) || word->op == TERM_ITE) ? word : NULL; }

static Term *address_of(const Walk *walk, u32 i) {
    return term_const(walk->terms, 64, walk->addresses->entries[i].key);
}

static void write_word(Walk *walk, const Term *store, Term **row) {
    const Term *address = store->arg[1];
    if (term_is_const(address)) {
        u64 index;
        if (map_get(walk->addresses, address->value, &index)) row[index] = worth_knowing(store->arg[2]);
        return;
    }
    for (u32 i = 0; i < walk->count; i++)
        if (row[i] && !term_is_false(term_eq(walk->terms, address_of(walk, i), store->arg[1]))) row[i] = NULL;
}

/* A fill or a copy: `to` and how many words. */
static void write_range(Walk *walk, Term *version, Term *to, Term *count, Term **row) {
    bool is_fixed = term_is_const(to) && term_is_const(count);
    for (u32 i = 0; i < walk->count; i++) {
        if (is_fixed && walk->addresses->entries[i].key - to->value >= count->value) continue;
        if (is_fixed) {
            row[i] = worth_knowing(term_select(walk->terms, version, address_of(walk, i)));
        } else if (row[i]) {
            Term *offset = term_sub(walk->terms, address_of(walk, i), to);
            if (!term_is_false(term_ult(walk->terms, offset, count))) row[i] = NULL;
        }
    }
}

static void join(Walk *walk, Term *condition, Term **yes, Term *const *no) {
    for (u32 i = 0; i < walk->count; i++) {
        if (yes[i] == no[i]) continue;
        yes[i] = yes[i] && no[i] ? worth_knowing(term_ite(walk->terms, condition, yes[i], no[i])) : NULL;
    }
}

static Term **first_row(Walk *walk, Term *version) {
    Term **row = xcalloc(walk->count + 1, sizeof *row);
    for (u32 i = 0; i < walk->count && version->op != TERM_SYMBOL; i++)
        row[i] = worth_knowing(term_select(walk->terms, version, address_of(walk, i)));
    return row;
}

static Term **row_of(Walk *walk, Term *version) {
    Term *const *older;
    if (!older_versions(version, &older)) return first_row(walk, version);
    Term **row = take_row(walk, older[0]);
    if (version->op == TERM_STORE) {
        write_word(walk, version, row);
    } else if (version->op == TERM_ITE) {
        Term **other = take_row(walk, older[1]);
        join(walk, version->arg[0], row, other);
        free(other);
    } else {
        write_range(walk, version, version->arg[1], version->arg[version->arity - 1], row);
    }
    return row;
}

void memory_words(TermStore *terms, Term *memory, Map *words) {
    if (!words->count) return;
    Walk walk = {.terms = terms, .addresses = words, .count = words->count};
    TermVec versions = {0};
    for (u32 i = 0; i < words->count; i++) words->entries[i].value = i;
    find_versions(&walk, memory, &versions);
    for (u32 i = 0; i < versions.count; i++) map_put_ptr(&walk.rows, versions.at[i], row_of(&walk, versions.at[i]));
    Term **row = take_row(&walk, memory);
    for (u32 i = 0; i < words->count; i++) words->entries[i].value = (u64)(uintptr_t)row[i];
    free(row);
    vec_free(&versions);
    map_free(&walk.uses);
    map_free(&walk.rows);
}
