/* ILP32: what a program sees of the addresses of blocks that are all array.
 *
 * Such a block may be larger than its place (ARRAY_BLOCK_ROOM): behind that its addresses are those of others too. Identity
 * and offsets do not care. A comparison with a pointer into something else and a number made of a pointer do: they
 * are followed only where the pointer is not behind the place. (Null is nobody's address: blocks end before addresses do.) */
#include "semantics/lift.h"

/* Operations on 32 bits look at the address only; those that make pointers of pointers have 64. */
static bool is_cast(const Code *ip, u64 *r) { return ip->op == CODE_MASK && machine_insn(ip, r)->op == OP_PTRTOINT; }
static bool looks_at_address(const Code *ip, u64 *r) { return code_infos[ip->op].bits == 32 || is_cast(ip, r); }

static Term *object_of(TermStore *store, Term *cell) { return term_extract(store, cell, 32, 32); }

/* It is in none of the blocks, or in the place that it has. */
static Term *is_in_place(Machine *m, Term *cell) {
    TermStore *store = m->symbolic->terms;
    Term *object = object_of(store, cell), *address = term_extract(store, cell, 0, 32), *all = term_true(store);
    if (term_is_const(object) && !object_info(&m->objects, (u32)object->value)->is_array) return all;
    for (u32 number = STATIC_OBJECTS; (number = objects_skip_dead(&m->objects, number)) < m->objects.next; number++) {
        if (!object_info(&m->objects, number)->is_array) continue;
        Term *base = term_const(store, 32, object_at(&m->objects, number)->base);
        Term *is_near = term_ule(store, term_sub(store, address, base), term_const(store, 32, ARRAY_BLOCK_ROOM));
        Term *is_other = term_ne(store, object, term_const(store, 32, number));
        all = term_and(store, all, term_or(store, is_other, is_near));
    }
    return all;
}

static bool is_null(const Term *cell) { return term_is_const(cell) && !cell->value; }

bool lift_sees_addresses(Machine *m, const Code *ip, u64 *r, Term *a, Term *b) {
    TermStore *store = m->symbolic->terms;
    if (m->symbolic->max_symbolic_size || !m->objects.placement) return true;
    if (!looks_at_address(ip, r)) return true;
    a = term_value_of(a);
    b = b ? term_value_of(b) : term_const(store, 64, 0);
    bool is_relative = is_null(a) || is_null(b) || object_of(store, a) == object_of(store, b);
    if (is_relative && ip->op != CODE_MASK) return true;
    Term *both = term_and(store, is_in_place(m, a), is_in_place(m, b));
    int in_place = strategy_decide(m, ip, r, CHOICE_POINTER, both);
    if (in_place == 0) {
        strategy_cut(m, CUT_CAPACITY);
        strategy_drop(m);
    }
    return in_place == 1;
}
