/* goto to a symbolic address: a way for each label of the function whose address is known to be taken, and one for everything
 * else. That one is the first, so that the ways keep their numbers if another label becomes known. */
#include "semantics/lift.h"

#include <stdlib.h>

typedef VEC(u64) Labels;

static void find_labels(Machine *m, const Function *function, Labels *labels) {
    const Program *program = m->program;
    for (u32 i = 0; i < program->constants.count; i++) {
        Constant constant = program->constants.at[i];
        if (constant.kind != CONSTANT_BLOCK || constant.function != function) continue;
        u64 label = machine_constant_address(m, constant);
        bool is_known = false;
        for (u32 k = 0; k < labels->count; k++) is_known |= labels->at[k] == label;
        if (!is_known) vec_push(labels, label);
    }
}

/* What a label's address differs in from all others: its number as the program sees it. */
static Term *is_label(Machine *m, Term *address, u64 label) {
    TermStore *store = m->symbolic->terms;
    u32 bits = m->program->pointer_bytes * 8;
    u64 number = bits == 64 ? label : (u32)label;
    return term_eq(store, term_extract(store, address, 0, bits), term_const(store, bits, number));
}

int lift_choose_label(Machine *m, const Code *ip, u64 *r, Term *address, u64 *label) {
    TermStore *store = m->symbolic->terms;
    Labels labels = {0};
    TermVec guards = {0};
    find_labels(m, frame_of(r)->compiled->function, &labels);
    Term *is_none = term_true(store);
    vec_push(&guards, is_none);
    for (u32 i = 0; i < labels.count; i++) {
        vec_push(&guards, is_label(m, address, labels.at[i]));
        is_none = term_and(store, is_none, term_not(store, guards.at[i + 1]));
    }
    guards.at[0] = is_none;
    int way = strategy_choose(m, ip, r, CHOICE_SWITCH, guards.at, guards.count);
    if (way > 0) *label = labels.at[way - 1];
    vec_free(&labels);
    vec_free(&guards);
    return way;
}
