#include "abstract/reads.h"

#include "abstract/arrays.h"
#include "base/text.h"

enum { MOST_EXPANDED = 4000 };

void reads_init(Reads *reads, TermStore *terms) { *reads = (Reads){.terms = terms}; }

void reads_free(Reads *reads) {
    vec_free(&reads->list);
    map_free(&reads->index);
    map_free(&reads->rewritten);
    map_free(&reads->expanded);
}

static Term *read_of(Reads *reads, Term *memory, Term *address) {
    bool is_new;
    u64 *index = map_cell(&reads->index, hash_combine((u64)(uintptr_t)memory, (u64)(uintptr_t)address), &is_new);
    if (!is_new) return reads->list.at[*index].symbol;
    *index = reads->list.count;
    Text name = {0};
    text_printf(&name, "read.%u.%s", reads->list.count, memory->symbol->name);
    Read read = {memory, address, term_symbol(reads->terms, name.chars, memory->width)};
    text_free(&name);
    vec_push(&reads->list, read);
    return read.symbol;
}

static Term *without_arrays(const Reads *reads, Term *term) { return arrays_replaced(&reads->rewritten, term); }

/* Where in the range that begins at `to`; and whether it is in it. */
static Term *place_in(TermStore *terms, Term *address, Term *to, Term *count, Term **is_inside) {
    Term *offset = term_sub(terms, address, to);
    *is_inside = term_ult(terms, offset, count);
    return offset;
}

static Term *expand(Reads *reads, Term *memory, Term *address) {
    TermStore *terms = reads->terms;
    Term *is_it;
    switch (memory->op) {
    case TERM_SYMBOL: return read_of(reads, memory, address);
    case TERM_STORE:
        is_it = term_eq(terms, address, without_arrays(reads, memory->arg[1]));
        if (term_is_true(is_it)) return without_arrays(reads, memory->arg[2]);
        if (term_is_false(is_it)) return reads_word(reads, memory->arg[0], address);
        return term_ite(terms, is_it, without_arrays(reads, memory->arg[2]),
                        reads_word(reads, memory->arg[0], address));
    case TERM_ITE:
        return term_ite(terms, without_arrays(reads, memory->arg[0]), reads_word(reads, memory->arg[1], address),
                        reads_word(reads, memory->arg[2], address));
    case TERM_FILL: {
        place_in(terms, address, without_arrays(reads, memory->arg[1]), without_arrays(reads, memory->arg[3]), &is_it);
        Term *element = without_arrays(reads, memory->arg[2]);
        if (term_is_true(is_it)) return element;
        return term_ite(terms, is_it, element, reads_word(reads, memory->arg[0], address));
    }
    case TERM_COPY: {
        Term *offset = place_in(terms, address, without_arrays(reads, memory->arg[1]),
                                without_arrays(reads, memory->arg[4]), &is_it);
        if (term_is_false(is_it)) return reads_word(reads, memory->arg[0], address);
        Term *from = term_add(terms, without_arrays(reads, memory->arg[3]), offset);
        Term *word = reads_word(reads, memory->arg[2], from);
        return term_is_true(is_it) ? word : term_ite(terms, is_it, word, reads_word(reads, memory->arg[0], address));
    }
    default: return term_select(terms, memory, address); /* a table of constants */
    }
}

Term *reads_word(Reads *reads, Term *memory, Term *address) {
    u64 key = hash_combine((u64)(uintptr_t)memory, (u64)(uintptr_t)address);
    Term *word = map_get_ptr(&reads->expanded, (void *)(uintptr_t)key);
    if (word) return word;
    if (reads->expanded.count >= MOST_EXPANDED) {
        reads->is_too_much = true;
        return term_const(reads->terms, memory->width, 0);
    }
    word = expand(reads, memory, address);
    map_put(&reads->expanded, key, (u64)(uintptr_t)word);
    return word;
}

static Term *word(void *self, Term *memory, Term *address) { return reads_word(self, memory, address); }

void reads_eliminate(Reads *reads, Term **roots, u32 count) {
    TermVec order = {0};
    term_postorder(reads->terms, roots, count, &order);
    arrays_replace(reads->terms, &order, word, reads, &reads->rewritten);
    for (u32 i = 0; i < count; i++) roots[i] = without_arrays(reads, roots[i]);
    vec_free(&order);
}

Term *reads_congruence(Reads *reads) {
    TermStore *terms = reads->terms;
    Term *all = term_true(terms);
    for (u32 i = 0; i < reads->list.count; i++) {
        for (u32 k = 0; k < i; k++) {
            const Read *a = &reads->list.at[i], *b = &reads->list.at[k];
            if (a->memory != b->memory) continue;
            Term *same = term_eq(terms, a->address, b->address);
            if (term_is_false(same)) continue;
            all = term_and(terms, all, term_implies(terms, same, term_eq(terms, a->symbol, b->symbol)));
        }
    }
    return all;
}

void reads_meaning(const Reads *reads, Map *out) {
    for (u32 i = 0; i < reads->list.count; i++) {
        const Read *read = &reads->list.at[i];
        Term *address = read->address; /* of reads that were found before */
        Map known = {0};
        map_copy(&known, out);
        term_substitute(reads->terms, &address, 1, &known);
        map_free(&known);
        map_put_ptr(out, read->symbol, term_select(reads->terms, read->memory, address));
    }
}
