/* Blocks whose size is a term: of malloc and its family, and of the stack (alloca, arrays of variable length).
 *
 * Either such a block has room for as much as it can be, up to a limit (Symbolic.max_symbolic_size), and sizes beyond are
 * cut; or, without a limit, it is all array (array_blocks.h), and only what no pointer can step over is cut. */
#include "machine/builtins.h"
#include "memory/bytes/array_blocks.h"
#include "semantics/contracts.h"
#include "semantics/lift.h"

#include <string.h>

static bool has_limit(const Machine *m) { return m->symbolic->max_symbolic_size != 0; }

/* The least power of two that the size stays below, up to the limit. */
static u64 capacity_for(Machine *m, Term *size) {
    TermStore *store = m->symbolic->terms;
    u64 limit = m->symbolic->max_symbolic_size;
    if (!has_limit(m)) return ARRAY_BLOCK_SIZE;
    for (u64 capacity = 16; capacity < limit; capacity *= 4)
        if (strategy_must_be(m, term_ule(store, size, term_const(store, 64, capacity)))) return capacity;
    return limit;
}

/* A capacity that the size does not exceed from here on. False: ended or paused. */
static bool decide_capacity(Machine *m, const Code *ip, u64 *r, Term *size, u64 *capacity) {
    TermStore *store = m->symbolic->terms;
    *capacity = capacity_for(m, size);
    Term *beyond = term_ult(store, term_const(store, 64, *capacity), size);
    int too_large = strategy_decide(m, ip, r, CHOICE_SIZE, beyond);
    if (too_large == 1) {
        strategy_cut(m, CUT_CAPACITY);
        strategy_drop(m);
    }
    return too_large == 0;
}

/* ---- Sizes that somebody else chooses ---- */

/* How inputs are called that measure what is there, and do not claim it (runtime/contracts). */
#define INPUT_OF_MEASURE "size by "

/* All of it is read from somewhere: nothing of it is given by a caller, or measured. */
static bool is_read(const Machine *m, Term *size) {
    TermVec symbols = {0};
    term_symbols(m->symbolic->terms, &size, 1, &symbols);
    bool found = symbols.count;
    for (u32 i = 0; i < symbols.count; i++) {
        const Term *symbol = symbols.at[i];
        bool is_plain = symbol->op == TERM_SYMBOL && !term_is_array(symbol);
        found = found && is_plain && !contract_is_unknown_symbol(symbol) &&
                strncmp(symbol->symbol->name, INPUT_OF_MEASURE, strlen(INPUT_OF_MEASURE)) != 0;
    }
    vec_free(&symbols);
    return found;
}

/* False: reported, or paused. */
static bool check_is_bounded(Machine *m, const BuiltinCall *call, Term *size) {
    const u64 much = 3ull << 29; /* more than any file that the contracts measure */
    TermStore *store = m->symbolic->terms;
    if (!m->symbolic->checks_arguments || !is_read(m, size)) return true;
    int way = strategy_decide(m, call->ip, call->r, CHOICE_ERROR, term_ult(store, term_const(store, 64, much), size));
    if (way != 1) return way == 0;
    const Term *value = strategy_evaluate(m, size);
    machine_fault_text(m, call->ip, call->r, FAULT_MISUSE,
                       "unbounded-allocation: input decides how much is allocated, here %llu bytes",
                       (unsigned long long)(value ? value->value : much));
    return false;
}

static void make_conditional(Machine *m, u32 number, Term *size) {
    machine_make_dense(m, number);
    bool has_pointers = m->objects.placement && has_limit(m);
    if (has_pointers) object_make_provenance(object_own(&m->objects, number));
    contents_make_conditional(&m->symbolic->memory, number, size, NULL);
}

bool lift_new_heap_block(Machine *m, const BuiltinCall *call, Term *size, bool cleared, u64 *pointer) {
    u64 capacity;
    if (!check_is_bounded(m, call, size)) return false;
    if (!decide_capacity(m, call->ip, call->r, size, &capacity)) return false;
    *pointer = has_limit(m) ? memory_new_block(m, call, capacity, 0, cleared) : memory_new_array_block(m, call);
    if (!*pointer) return true;
    make_conditional(m, pointer_object(*pointer), size);
    if (cleared && !has_limit(m)) array_block_clear(&m->symbolic->memory, pointer_object(*pointer));
    return true;
}

/* ALLOCA of as many bytes as a term says. */
TrackStep lift_alloca(Machine *m, const Code *ip, u64 *r) {
    u64 capacity;
    Term *size = terms_of(m, r)[ip->a];
    if (lift_check_defined(m, ip, r, &size, "address")) return STEP_END;
    if (!decide_capacity(m, ip, r, size, &capacity)) return STEP_END;
    u64 pointer = has_limit(m) ? call_new_alloca(m, ip, r, capacity, 1u << ip->aux, ip->data)
                               : call_new_array_alloca(m, ip, r, 1u << ip->aux, ip->data);
    if (!pointer) return STEP_END;
    make_conditional(m, pointer_object(pointer), size);
    lift_set(m, r, ip->d, term_const(m->symbolic->terms, 64, pointer));
    return STEP_DONE;
}
