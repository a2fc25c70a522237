#include "workload.h"

#include <stdio.h>

enum { TABLE_BYTES = 1600, UPDATES = 8 };

static u32 below(Workload *w, u32 n) {
    w->seed += 0x9e3779b97f4a7c15u;
    return (u32)(hash_mix(w->seed) % n);
}

static Term *word(Workload *w, u64 value) { return term_const(w->store, 32, value); }
static Term *input(Workload *w) { return w->inputs[below(w, w->input_count)]; }

/* An index into the table: an input, or a sum of two, masked as programs do. */
static Term *table_index(Workload *w) {
    Term *index = input(w);
    if (below(w, 2)) index = term_add(w->store, index, word(w, below(w, 100)));
    if (below(w, 4) == 0) index = term_add(w->store, index, input(w));
    return term_zext(w->store, term_extract(w->store, index, 0, 10), 32);
}

static Term *read_byte(Workload *w, Term *index) {
    return term_zext(w->store, term_select(w->store, w->memory, index), 32);
}

static Term *read_word(Workload *w, Term *index) {
    Term *value = term_select(w->store, w->memory, index);
    for (u32 i = 1; i < 4; i++)
        value = term_concat(w->store, term_select(w->store, w->memory, term_add(w->store, index, word(w, i))), value);
    return value;
}

static Term *table_operand(Workload *w) {
    switch (below(w, 5)) {
    case 0: return read_byte(w, table_index(w));
    case 1: return read_word(w, table_index(w));
    case 2: return term_mul(w->store, input(w), word(w, 3 + 2 * below(w, 50)));
    case 3: return term_udiv(w->store, input(w), word(w, 3 + below(w, 50)));
    default: return input(w);
    }
}

static Term *byte_operand(Workload *w) {
    Term *a = term_zext(w->store, input(w), 32), *b = term_zext(w->store, input(w), 32);
    switch (below(w, 5)) {
    case 0: return term_add(w->store, a, b);
    case 1: return term_mul(w->store, a, b);
    case 2: { /* four bytes as a word */
        u32 at = below(w, w->input_count - 3);
        Term *value = w->inputs[at];
        for (u32 i = 1; i < 4; i++) value = term_concat(w->store, w->inputs[at + i], value);
        return value;
    }
    case 3: return term_sext(w->store, input(w), 32);
    default: return a;
    }
}

static Term *operand(Workload *w) { return w->kind == WORKLOAD_TABLE ? table_operand(w) : byte_operand(w); }

Term *workload_condition(Workload *w) {
    Term *a = operand(w), *b = below(w, 2) ? operand(w) : word(w, below(w, 4) ? below(w, 300) : hash_mix(w->seed));
    if (below(w, 3) == 0) a = term_add(w->store, a, operand(w));
    switch (below(w, 3)) {
    case 0: return term_eq(w->store, a, b);
    case 1: return term_ult(w->store, a, b);
    default: return term_slt(w->store, a, b);
    }
}

void workload_init(Workload *w, TermStore *store, WorkloadKind kind, u64 seed) {
    *w = (Workload){.store = store, .kind = kind, .seed = seed, .input_count = kind == WORKLOAD_TABLE ? 16 : 64};
    for (u32 i = 0; i < w->input_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "in%u", i);
        w->inputs[i] = term_symbol(store, name, kind == WORKLOAD_TABLE ? 32 : 8);
    }
    if (kind == WORKLOAD_BYTES) return;
    u8 table[TABLE_BYTES];
    for (u32 i = 0; i < TABLE_BYTES; i++) table[i] = (u8)below(w, 256);
    w->memory = term_data(store, 32, 8, table, TABLE_BYTES);
    for (u32 i = 0; i < UPDATES; i++)
        w->memory = term_store(store, w->memory, table_index(w), term_extract(store, input(w), 0, 8));
}

void workload_mark(Workload *w) {
    for (u32 i = 0; i < w->input_count; i++) term_mark(w->store, w->inputs[i]);
    if (w->memory) term_mark(w->store, w->memory);
}
