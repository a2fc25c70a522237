/* Mark and sweep. Terms reachable from what the holders mark survive; the true and false terms always do. Weak caches
 * are told between marking and freeing, while dead terms can still be looked at. */
#include "term/internal.h"

#include <stdlib.h>
#include <string.h>

void term_holder_add(TermStore *store, TermHolder holder) { vec_push(&store->holders, holder); }

void term_holder_remove(TermStore *store, void *self) {
    u32 kept = 0;
    for (u32 i = 0; i < store->holders.count; i++)
        if (store->holders.at[i].self != self) store->holders.at[kept++] = store->holders.at[i];
    store->holders.count = kept;
}

void term_mark(TermStore *store, Term *term) {
    if (!term || term->marked) return;
    term->marked = true;
    vec_push(&store->mark_stack, term);
    while (store->mark_stack.count) {
        Term *top = vec_pop(&store->mark_stack);
        for (u32 i = 0; i < top->arity; i++) {
            if (top->arg[i]->marked) continue;
            top->arg[i]->marked = true;
            vec_push(&store->mark_stack, top->arg[i]);
        }
    }
}

static void free_node(TermStore *store, Term *term) {
    if (term->op == TERM_CONST && term->width > 64) {
        store->outside_bytes -= term_limb_count(term->width) * sizeof(u64);
        free((void *)(uintptr_t)term->limbs);
    } else if (term->op == TERM_DATA) {
        store->outside_bytes -= term->data->count * (term->data->width / 8) + sizeof *term->data;
        if (term->data->objects) store->outside_bytes -= term->data->count * sizeof(u32);
        free(term->data->source);
        free(term->data->objects);
        free(term->data);
    }
    if (term->arity >= TERM_SLAB_ARITIES) {
        store->outside_bytes -= sizeof(Term) + term->arity * sizeof(Term *);
        free(term);
        return;
    }
    term->memo = (u64)(uintptr_t)store->free_nodes[term->arity];
    store->free_nodes[term->arity] = term;
}

static void sweep_table(TermStore *store) {
    TermSlot *old = store->table;
    u64 old_slots = store->slots, live = 0;
    for (u64 i = 0; i < old_slots; i++) live += old[i] && term_of_slot(old[i])->marked;
    store->slots = 1024;
    while (store->slots < live * 4) store->slots *= 2;
    store->table = xcalloc(store->slots, sizeof *store->table);
    store->count = live;
    for (u64 i = 0; i < old_slots; i++) {
        Term *term = term_of_slot(old[i]);
        if (!term) continue;
        if (!term->marked) {
            free_node(store, term);
            continue;
        }
        term->marked = false;
        term_table_add(store, term);
    }
    free(old);
}

void term_collect(TermStore *store) {
    memset(store->numbers, 0, sizeof store->numbers);
    term_mark(store, store->truth[0]);
    term_mark(store, store->truth[1]);
    for (u32 i = 0; i < store->holders.count; i++)
        if (store->holders.at[i].mark) store->holders.at[i].mark(store->holders.at[i].self, store);
    for (u32 i = 0; i < store->holders.count; i++)
        if (store->holders.at[i].sweep) store->holders.at[i].sweep(store->holders.at[i].self, store);
    map_clear(&store->stripped);
    sweep_table(store);
    store->epoch++;
    store->count_after_collection = MAX(store->count, (u64)1 << 16);
}

bool term_collect_is_due(const TermStore *store) { return store->count > 2 * store->count_after_collection; }
