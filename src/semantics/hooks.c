/* What the machine asks of the semantics (MachineHooks). */
#include "machine/builtins.h"
#include "semantics/lift.h"

static void begin_builtin(Machine *m, const Code *ip, u64 *r) {
    m->symbolic->step++;
    m->symbolic->step_ip = ip;
    m->symbolic->step_r = r;
}

static void set_undefined(Machine *m, u64 *r, u32 cell, u64 bits, u32 origin) {
    lift_set(m, r, cell, lift_undefined(m, bits, origin));
}

static bool check_range(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, AccessKind access, u32 *number,
                        u64 *offset) {
    return lift_range_at(m, ip, r, pointer, size, access == ACCESS_WRITE, number, offset);
}

static void copy(Machine *m, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size) {
    contents_copy(&m->symbolic->memory, to, to_offset, from, from_offset, size);
}

static void begin_sparse(Machine *m, u32 object, bool cleared) {
    contents_begin_sparse(&m->symbolic->memory, object, cleared);
}

static void make_dense(Machine *m, u32 object) { contents_make_dense(&m->symbolic->memory, object); }

static void store(Machine *m, u32 object, u64 offset, u64 value, u32 size) {
    Term *number = term_const(m->symbolic->terms, size * 8, value & low_mask(size * 8));
    contents_store(&m->symbolic->memory, object, offset, number, size);
}

static void fill(Machine *m, u32 object, u64 offset, u8 byte, u64 size) {
    contents_fill(&m->symbolic->memory, object, offset, size, byte);
}

/* The host needs numbers: every byte that is a term is fixed to one. */
static bool fix_bytes(Machine *m, const Code *ip, u64 *r, u32 number, u64 offset, u64 size, const char *what) {
    for (u64 i = 0; i < size; i++) {
        if (contents_are_plain(&m->objects, number, offset + i, 1)) continue;
        Term *byte = contents_load(&m->symbolic->memory, number, offset + i, 1);
        if (lift_check_defined(m, ip, r, &byte, what)) return false;
        u64 value = strategy_concretise(m, byte);
        strategy_before_change(m, ip, r);
        contents_store(&m->symbolic->memory, number, offset + i, term_const(m->symbolic->terms, 8, value), 1);
    }
    return true;
}

static void numbers(Machine *m, u32 object, u64 offset, u64 size, u8 *out) {
    contents_numbers(&m->objects, object, offset, size, out);
}

static void place(Machine *m, const u64 *cell, u32 object, u64 offset, u32 size, bool is_pointer) {
    Term *term = *terms_of(m, cell);
    if (!term) return;
    Term *value = is_pointer ? lift_pointer_in_memory(m, term) : term_extract(m->symbolic->terms, term, 0, size * 8);
    contents_store(&m->symbolic->memory, object, offset, value, size);
}

/* setjmp never returns 0 the second time. */
static void *jump_value(Machine *m, u64 *r, u32 cell) {
    TermStore *store = m->symbolic->terms;
    Term *value = lift_term(m, r, cell);
    if (!value) return NULL;
    Term *narrow = term_extract(store, value, 0, 32), *zero = term_const(store, 32, 0);
    return term_ite(store, term_eq(store, narrow, zero), term_const(store, 32, 1), narrow);
}

static void receive(Machine *m, u64 *r, u32 cell, void *value) { lift_set(m, r, cell, value); }

static bool marks_call(Machine *m, const Code *ip, u64 *r, const CallSite *site, bool has_returned) {
    return m->symbolic->strategy->marks_call(m, ip, r, site, has_returned);
}
static bool waits_at_join(Machine *m, const Code *ip, u64 *r) { return m->symbolic->strategy->waits_at_join(m, ip, r); }

static void made_block(Machine *m, const Code *ip, u64 *r, u32 object) {
    m->symbolic->strategy->made_block(m, ip, r, object);
}

const MachineHooks lift_hooks = {
    .rule = lift_rule,
    .builtins = builtins_on_terms,
    .begin_builtin = begin_builtin,
    .waits_at_join = waits_at_join,
    .marks_call = marks_call,
    .set_undefined = set_undefined,
    .load = lift_slow_load,
    .check_range = check_range,
    .copy = copy,
    .begin_sparse = begin_sparse,
    .make_dense = make_dense,
    .store = store,
    .fill = fill,
    .fix_bytes = fix_bytes,
    .numbers = numbers,
    .place = place,
    .jump_value = jump_value,
    .receive = receive,
    .made_block = made_block,
    .call_outside = lift_call_outside,
    .name_by_terms = lift_name_by_terms,
};
