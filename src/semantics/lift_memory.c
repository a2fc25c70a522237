/* Loads, stores, ranges and calls through pointers that may be symbolic. */
#include "semantics/implied.h"
#include "semantics/lift.h"
#include "semantics/lift_ops.h"
#include "semantics/settled.h"

#include <stdlib.h>

static bool is_32(const Machine *m) { return m->objects.placement != NULL; }

Term *lift_pointer_step(Machine *m, Term *pointer, Term *delta) {
    return pointer_step(m->symbolic->terms, is_32(m), pointer, delta);
}

static bool is_pointer_access(const Code *ip) { return code_is_pointer_access((CodeOp)ip->op); }

static bool is_symbolic_address(Machine *m, const Code *ip, u64 *r) {
    if (terms_of(m, r)[ip->a]) return true;
    return code_infos[ip->op].form != FORM_MEMORY && terms_of(m, r)[ip->b];
}

/* The size or life of the object is a term: they cannot be checked by numbers. */
static bool is_conditional(const Machine *m, u64 pointer) {
    return object_info(&m->objects, object_behind(&m->objects, pointer_object(pointer)))->is_conditional;
}

static bool sees_all(const Machine *m) { return m->symbolic->memory.model->sees_all; }

static bool is_known_place(Machine *m, const Code *ip, u64 *r) {
    return !is_symbolic_address(m, ip, r) && !is_conditional(m, r[ip->a]);
}

/* Where an address that is a number leads, by the machine's rules. False: nowhere, the handler reports it. */
static bool find_place(Machine *m, const Code *ip, u64 *r, AccessKind kind, u32 *object, u64 *offset) {
    Fault attempt = {0};
    bool is_right = fault_check_access(&attempt, &m->objects, r[ip->a], code_delta(ip, r), code_infos[ip->op].bits / 8,
                                       kind, object, offset);
    fault_free(&attempt);
    return is_right;
}

/* Of accesses at known places, those that are right only for models that want to see all; those that are wrong only where
 * a run goes on after them. */
static bool needs_model(Machine *m, const Code *ip, u64 *r, AccessKind kind) {
    u32 object;
    u64 offset;
    if (!is_known_place(m, ip, r)) return true;
    if (!sees_all(m) && !m->goes_around) return false;
    return find_place(m, ip, r, kind, &object, &offset) ? sees_all(m) : m->goes_around;
}

/* The address must be defined. False: ended or paused. */
static bool access_of(Machine *m, const Code *ip, u64 *r, MemoryOp op, Access *out) {
    TermStore *store = m->symbolic->terms;
    Term *pointer = lift_cell(m, r, ip->a);
    Term *index = code_infos[ip->op].form != FORM_MEMORY ? lift_cell(m, r, ip->b) : NULL;
    if (lift_check_defined(m, ip, r, &pointer, "address")) return false;
    if (index && lift_check_defined(m, ip, r, &index, "address")) return false;
    const Insn *insn = machine_insn(ip, r);
    Term *delta = lift_delta(store, ip, index);
    u32 object;
    u64 offset;
    if (is_known_place(m, ip, r) &&
        find_place(m, ip, r, op == MEMORY_STORE ? ACCESS_WRITE : ACCESS_READ, &object, &offset)) {
        pointer = term_const(store, 64, object_pointer(&m->objects, object) + offset);
        delta = NULL;
    }
    *out = (Access){.op = op,
                    .pointer = pointer,
                    .delta = delta,
                    .size = term_const(store, 64, code_infos[ip->op].bits / 8),
                    .type = insn->c_type ? insn->c_type : insn->type,
                    .is_pointer = is_pointer_access(ip)};
    return true;
}

/* ---- Loads and stores ---- */

/* ILP32: a pointer in memory is a word, in a register it carries its object. */
static Term *pointer_of_word(Machine *m, Term *word) {
    TermStore *store = m->symbolic->terms;
    if (!term_is_tainted(word)) return pointer_from_word(&m->symbolic->memory, word);
    Term *above = term_const(store, 64, UNDEFINED_OBJECT), *none = term_const(store, 64, 0);
    Term *mask = term_mask_of(store, word), *object = term_ite(store, lift_is_set(store, mask), above, none);
    mask = term_or(store, object, term_zext(store, mask, 64));
    Term *value = pointer_from_word(&m->symbolic->memory, term_value_of(word));
    return term_tainted(store, value, mask, term_origin_of(word));
}
static Term *word_of_pointer(TermStore *store, Term *pointer) {
    if (!term_is_tainted(pointer)) return pointer_to_word(store, pointer);
    Term *mask = term_extract(store, term_mask_of(store, pointer), 0, 32);
    return term_tainted(store, pointer_to_word(store, term_value_of(pointer)), mask, term_origin_of(pointer));
}

Term *lift_pointer_in_memory(Machine *m, Term *pointer) {
    return is_32(m) ? word_of_pointer(m->symbolic->terms, pointer) : pointer;
}

static Term *loaded(Machine *m, const Code *ip, Term *value) {
    return is_pointer_access(ip) && is_32(m) ? pointer_of_word(m, value) : value;
}
static Term *to_be_stored(Machine *m, const Code *ip, Term *cell) {
    if (is_pointer_access(ip)) return lift_pointer_in_memory(m, cell);
    return term_extract(m->symbolic->terms, cell, 0, code_infos[ip->op].bits);
}

TrackStep lift_load(Machine *m, const Code *ip, u64 *r) {
    if (!needs_model(m, ip, r, ACCESS_READ)) {
        terms_of(m, r)[ip->d] = NULL; /* the handler's slow path sets it if the bytes are not plain */
        return STEP_RUN;
    }
    Access access;
    Term *value;
    if (!access_of(m, ip, r, MEMORY_LOAD, &access) || !lift_access(m, ip, r, &access, &value)) return STEP_END;
    lift_set(m, r, ip->d, loaded(m, ip, settled_value(m, value)));
    return STEP_DONE;
}

void lift_slow_load(Machine *m, const Code *ip, u64 *r, u32 object, u64 offset, u32 size) {
    Term *stored = contents_load(&m->symbolic->memory, object, offset, size);
    Term *value = settled_value(m, implied_value(m, stored));
    if (value != stored) contents_store(&m->symbolic->memory, object, offset, value, size);
    lift_set(m, r, ip->d, loaded(m, ip, value));
}

/* A term to a place that is a number. */
static TrackStep store_term(Machine *m, const Code *ip, u64 *r, u32 size) {
    u32 number;
    u64 offset;
    if (!find_place(m, ip, r, ACCESS_WRITE, &number, &offset)) return STEP_RUN; /* the handler reports it */
    contents_store(&m->symbolic->memory, number, offset, to_be_stored(m, ip, terms_of(m, r)[ip->d]), size);
    return STEP_DONE;
}

TrackStep lift_store(Machine *m, const Code *ip, u64 *r) {
    if (!needs_model(m, ip, r, ACCESS_WRITE))
        return terms_of(m, r)[ip->d] ? store_term(m, ip, r, code_infos[ip->op].bits / 8) : STEP_RUN;
    Access access;
    if (!access_of(m, ip, r, MEMORY_STORE, &access)) return STEP_END;
    access.value = to_be_stored(m, ip, lift_cell(m, r, ip->d));
    return lift_access(m, ip, r, &access, NULL) ? STEP_DONE : STEP_END;
}

/* ---- Ranges ---- */

static bool is_known(const Machine *m, const Term *pointer, const Term *size) {
    if (sees_all(m) || !term_is_const(pointer) || !term_is_const(size)) return false;
    return !memory_is_beyond_numbers(m, pointer->value, 0, size->value);
}

TrackStep lift_range(Machine *m, const Code *ip, u64 *r) {
    Term *to = lift_cell(m, r, ip->a), *second = lift_cell(m, r, ip->b), *size = lift_cell(m, r, (u32)ip->imm);
    bool is_copy = ip->op == CODE_COPY;
    if (lift_check_defined(m, ip, r, &to, "address") || lift_check_defined(m, ip, r, &size, "address")) return STEP_END;
    if (is_copy && lift_check_defined(m, ip, r, &second, "address")) return STEP_END;
    bool is_second_known = is_copy ? is_known(m, second, size) : term_is_const(second);
    const char *name = !is_copy ? "memset" : ip->aux ? "memmove" : "memcpy";
    if (is_known(m, to, size) && is_second_known) {
        bool done = is_copy ? memory_copy(m, ip, r, to->value, second->value, size->value, ip->aux, name)
                            : memory_fill(m, ip, r, to->value, (u8)second->value, size->value);
        return done ? STEP_DONE : STEP_END;
    }
    Access access = {.op = is_copy ? MEMORY_COPY : MEMORY_FILL, .pointer = to, .size = size, .name = name};
    if (is_copy) access.source = second;
    else access.value = term_extract(m->symbolic->terms, second, 0, 8);
    access.may_overlap = ip->aux;
    return lift_access(m, ip, r, &access, NULL) ? STEP_DONE : STEP_END;
}

/* ---- Pointers to functions ---- */

static TrackStep bad_call(Machine *m, u64 *r) {
    lift_bind_frame(m, r); /* the handler says what is wrong with the number */
    return STEP_RUN;
}

/* A guard for each candidate that can be called, one for null, one for what else cannot, one for what the candidates
 * leave out. */
static void call_guards(Machine *m, const Candidates *candidates, TermVec *guards) {
    Symbolic *s = m->symbolic;
    TermStore *store = s->terms;
    Term *none = term_true(store), *listed = candidates->is_incomplete ? term_false(store) : term_true(store);
    for (u32 i = 0; i < candidates->objects.count; i++) {
        u32 number = candidates->objects.at[i];
        bool callable = object_info(&m->objects, number)->kind == OBJECT_FUNCTION;
        Term *is_it = callable ? candidate_is_start(&s->memory, candidates, number) : term_false(store);
        vec_push(guards, is_it);
        none = term_and(store, none, term_not(store, is_it));
        listed = term_or(store, listed, candidate_guard(&s->memory, candidates, number));
    }
    Term *wrong = term_and(store, none, listed), *null = term_const(store, candidates->pointer->width, 0);
    Term *is_null = term_eq(store, candidates->pointer, null);
    vec_push(guards, term_and(store, wrong, is_null));
    vec_push(guards, term_and(store, wrong, term_not(store, is_null)));
    vec_push(guards, term_not(store, listed));
}

/* A function that the machine implements wants its arguments defined, and numbers perhaps. */
static TrackStep call_at(Machine *m, const Code *ip, u64 *r, u64 pointer) {
    const Builtin *builtin = call_pointed_builtin(m, pointer);
    TrackStep step = builtin ? lift_builtin(m, ip, r, builtin) : STEP_RUN;
    if (step == STEP_END) return step;
    r[ip->b] = pointer;
    terms_of(m, r)[ip->b] = NULL;
    return step;
}

TrackStep lift_call_pointer(Machine *m, const Code *ip, u64 *r) {
    Symbolic *s = m->symbolic;
    Term *pointer = terms_of(m, r)[ip->b];
    if (!pointer) return call_at(m, ip, r, r[ip->b]);
    if (lift_check_defined(m, ip, r, &pointer, "address")) return STEP_END;
    lift_begin_following(m);
    if (!lift_follow(m, ip, r, &pointer, NULL)) return STEP_END;
    if (lift_report_unknown(m, ip, r, pointer, FAULT_WILD_POINTER)) return STEP_END;
    if (term_is_const(pointer)) {
        lift_followed(m, r);
        return call_at(m, ip, r, pointer->value);
    }
    Candidates candidates;
    resolve_pointer(&s->memory, pointer, NULL, AIM_FUNCTION, &candidates);
    TermVec guards = {0};
    call_guards(m, &candidates, &guards);
    int chosen = strategy_choose(m, ip, r, CHOICE_CALL, guards.at, guards.count);
    u32 count = candidates.objects.count;
    bool is_function = chosen >= 0 && (u32)chosen < count;
    u64 function = is_function ? object_pointer(&m->objects, candidates.objects.at[chosen]) : 0;
    vec_free(&guards);
    if (chosen >= 0 && !is_function) m->fault.pointer = lift_pointer_origin(m, &candidates);
    candidates_free(&candidates);
    if (is_function) return call_at(m, ip, r, function);
    if (chosen >= 0 && (u32)chosen < count + 2) return bad_call(m, r);
    if (chosen >= 0) lift_cut_objects(m);
    return STEP_END;
}

/* ILP32: a number becomes a pointer to what stands at that address. */
TrackStep lift_inttoptr32(Machine *m, const Code *ip, u64 *r) {
    Term *number = terms_of(m, r)[ip->a];
    if (!number) {
        terms_of(m, r)[ip->d] = NULL;
        return STEP_RUN;
    }
    lift_set(m, r, ip->d, pointer_of_word(m, term_extract(m->symbolic->terms, number, 0, 32)));
    return STEP_DONE;
}
