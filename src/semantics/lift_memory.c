/* Loads, stores, ranges and calls through pointers that may be symbolic. */
#include "semantics/implied.h"
#include "semantics/lift.h"
#include "semantics/lift_ops.h"

#include <stdlib.h>

static bool is_32(const Machine *m) { return m->objects.placement != NULL; }

Term *lift_pointer_step(Machine *m, Term *pointer, Term *delta) {
    return pointer_step(m->explorer->terms, is_32(m), pointer, delta);
}

static bool is_pointer_access(const Code *ip) { return code_is_pointer_access((CodeOp)ip->op); }

static bool is_symbolic_address(Machine *m, const Code *ip, u64 *r) {
    if (terms_of(m, r)[ip->a]) return true;
    return code_infos[ip->op].form != FORM_MEMORY && terms_of(m, r)[ip->b];
}

/* The size or life of the object is a term: they cannot be checked by numbers. */
static bool is_conditional(const Machine *m, u64 pointer) {
    return object_info(&m->objects, pointer_object(pointer))->is_conditional;
}

static bool needs_model(Machine *m, const Code *ip, u64 *r) {
    return is_symbolic_address(m, ip, r) || is_conditional(m, r[ip->a]);
}

static Access access_of(Machine *m, const Code *ip, u64 *r, MemoryOp op) {
    TermStore *store = m->explorer->terms;
    bool indexed = code_infos[ip->op].form != FORM_MEMORY;
    const Insn *insn = machine_insn(ip, r);
    return (Access){.op = op,
                    .pointer = lift_cell(m, r, ip->a),
                    .delta = lift_delta(store, ip, indexed ? lift_cell(m, r, ip->b) : NULL),
                    .size = term_const(store, 64, code_infos[ip->op].bits / 8),
                    .type = insn->c_type ? insn->c_type : insn->type,
                    .is_pointer = is_pointer_access(ip)};
}

/* ---- Loads and stores ---- */

/* ILP32: a pointer in memory is a word, in a register it carries its object. */
static Term *loaded(Machine *m, const Code *ip, Term *value) {
    return is_pointer_access(ip) && is_32(m) ? pointer_from_word(&m->explorer->memory, value) : value;
}
static Term *to_be_stored(Machine *m, const Code *ip, Term *cell) {
    if (is_pointer_access(ip) && is_32(m)) return pointer_to_word(m->explorer->terms, cell);
    return term_extract(m->explorer->terms, cell, 0, code_infos[ip->op].bits);
}

TrackStep lift_load(Machine *m, const Code *ip, u64 *r) {
    if (!needs_model(m, ip, r)) {
        terms_of(m, r)[ip->d] = NULL; /* the handler's slow path sets it if the bytes are not plain */
        return STEP_RUN;
    }
    Access access = access_of(m, ip, r, MEMORY_LOAD);
    Term *value;
    if (!lift_access(m, ip, r, &access, &value)) return STEP_END;
    lift_set(m, r, ip->d, loaded(m, ip, value));
    return STEP_DONE;
}

void lift_slow_load(Machine *m, const Code *ip, u64 *r, u32 object, u32 offset, u32 size, bool is_pointer) {
    Term *stored = contents_load(&m->explorer->memory, object, offset, size), *value = implied_value(m, stored);
    if (value != stored) contents_store(&m->explorer->memory, object, offset, value, size);
    lift_set(m, r, ip->d, loaded(m, ip, value));
}

/* A term to a place that is a number. */
static TrackStep store_term(Machine *m, const Code *ip, u64 *r, u32 size) {
    u32 number, offset;
    Fault attempt = {0};
    bool ok =
        fault_check_access(&attempt, &m->objects, r[ip->a], code_delta(ip, r), size, ACCESS_WRITE, &number, &offset);
    fault_free(&attempt);
    if (!ok) return STEP_RUN; /* the handler reports it */
    contents_store(&m->explorer->memory, number, offset, to_be_stored(m, ip, terms_of(m, r)[ip->d]), size);
    return STEP_DONE;
}

TrackStep lift_store(Machine *m, const Code *ip, u64 *r) {
    if (!needs_model(m, ip, r))
        return terms_of(m, r)[ip->d] ? store_term(m, ip, r, code_infos[ip->op].bits / 8) : STEP_RUN;
    Access access = access_of(m, ip, r, MEMORY_STORE);
    access.value = to_be_stored(m, ip, lift_cell(m, r, ip->d));
    return lift_access(m, ip, r, &access, NULL) ? STEP_DONE : STEP_END;
}

/* ---- Ranges ---- */

static bool is_known(const Machine *m, const Term *pointer) {
    return term_is_const(pointer) && !is_conditional(m, pointer->value);
}

TrackStep lift_range(Machine *m, const Code *ip, u64 *r) {
    Term *to = lift_cell(m, r, ip->a), *second = lift_cell(m, r, ip->b), *size = lift_cell(m, r, (u32)ip->imm);
    bool is_copy = ip->op == CODE_COPY;
    bool is_second_known = is_copy ? is_known(m, second) : term_is_const(second);
    if (is_known(m, to) && is_second_known && term_is_const(size)) return STEP_RUN;
    Access access = {.op = is_copy ? MEMORY_COPY : MEMORY_FILL, .pointer = to, .size = size};
    if (is_copy) access.source = second;
    else access.value = term_extract(m->explorer->terms, second, 0, 8);
    access.may_overlap = ip->aux;
    access.name = !is_copy ? "memset" : ip->aux ? "memmove" : "memcpy";
    return lift_access(m, ip, r, &access, NULL) ? STEP_DONE : STEP_END;
}

/* ---- Pointers to functions ---- */

static TrackStep bad_call(Machine *m, u64 *r) {
    lift_bind_frame(m, r); /* the handler says what is wrong with the number */
    return STEP_RUN;
}

/* A guard for each candidate that can be called, one for what cannot, one for what the candidates leave out. */
static void call_guards(Machine *m, const Candidates *candidates, TermVec *guards) {
    Explorer *e = m->explorer;
    TermStore *store = e->terms;
    Term *none = term_true(store), *listed = candidates->is_incomplete ? term_false(store) : term_true(store);
    for (u32 i = 0; i < candidates->objects.count; i++) {
        u32 number = candidates->objects.at[i];
        bool callable = object_info(&m->objects, number)->kind == OBJECT_FUNCTION;
        Term *is_it = callable ? candidate_is_start(&e->memory, candidates, number) : term_false(store);
        vec_push(guards, is_it);
        none = term_and(store, none, term_not(store, is_it));
        listed = term_or(store, listed, candidate_guard(&e->memory, candidates, number));
    }
    vec_push(guards, term_and(store, none, listed));
    vec_push(guards, term_not(store, listed));
}

TrackStep lift_call_pointer(Machine *m, const Code *ip, u64 *r) {
    Explorer *e = m->explorer;
    Term *pointer = terms_of(m, r)[ip->b];
    if (!pointer) return STEP_RUN;
    if (lift_check_defined(m, ip, r, pointer, "address")) return STEP_END;
    Candidates candidates;
    resolve_pointer(&e->memory, pointer, NULL, &candidates);
    TermVec guards = {0};
    call_guards(m, &candidates, &guards);
    int chosen = explore_choose(m, ip, r, CHOICE_CALL, guards.at, guards.count);
    u32 count = candidates.objects.count;
    TrackStep step = STEP_END;
    if (chosen >= 0 && (u32)chosen < count) {
        r[ip->b] = object_pointer(&m->objects, candidates.objects.at[chosen]);
        terms_of(m, r)[ip->b] = NULL;
        step = STEP_RUN;
    } else if (chosen >= 0 && (u32)chosen == count) {
        step = bad_call(m, r);
    } else if (chosen >= 0) {
        lift_cut_objects(m);
    }
    vec_free(&guards);
    candidates_free(&candidates);
    return step;
}

/* ILP32: a number becomes a pointer to what stands at that address. */
TrackStep lift_inttoptr32(Machine *m, const Code *ip, u64 *r) {
    Term *number = terms_of(m, r)[ip->a];
    if (!number) {
        terms_of(m, r)[ip->d] = NULL;
        return STEP_RUN;
    }
    Term *word = term_extract(m->explorer->terms, number, 0, 32);
    lift_set(m, r, ip->d, pointer_from_word(&m->explorer->memory, word));
    return STEP_DONE;
}
