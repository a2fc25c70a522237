/* Loads, stores and calls through pointers that may be symbolic. */
#include "semantics/implied.h"
#include "semantics/lift.h"
#include "semantics/lift_ops.h"

#include <stdlib.h>
#include <string.h>

/* ---- Addresses ---- */

static bool is_32(const Machine *m) { return m->objects.placement != NULL; }

Term *lift_pointer_step(Machine *m, Term *pointer, Term *delta) {
    TermStore *store = m->explorer->terms;
    if (!is_32(m)) return term_add(store, pointer, delta);
    Term *address = term_add(store, term_extract(store, pointer, 0, 32), term_extract(store, delta, 0, 32));
    return term_concat(store, term_extract(store, pointer, 32, 32), address);
}

static u64 pointer_from_number(void *context, u64 number) { return objects_pointer_from_number(context, (u32)number); }

/* What was stored is half of a pointer; numbers are found by address. */
Term *lift_pointer_from_bits(Machine *m, Term *bits) {
    TermStore *store = m->explorer->terms;
    if (bits->op == TERM_EXTRACT && bits->low == 0 && bits->arg[0]->width == 64) return bits->arg[0];
    if (bits->op == TERM_ITE)
        return term_ite(store, bits->arg[0], lift_pointer_from_bits(m, bits->arg[1]),
                        lift_pointer_from_bits(m, bits->arg[2]));
    Term *mapped = resolve_map_constants(store, bits, pointer_from_number, &m->objects);
    return mapped ? mapped : term_zext(store, bits, 64);
}

/* ILP32: an index so large that the address comes round to the object again is out of bounds all the same, as the
 * machine has it; so a sum with a known base has all 64 bits. It is used for the access only. */
static Term *address_of(Machine *m, const Code *ip, u64 *r) {
    bool indexed = code_infos[ip->op].form != FORM_MEMORY;
    Term *pointer = lift_cell(m, r, ip->a);
    Term *delta = lift_delta(m->explorer->terms, ip, indexed ? lift_cell(m, r, ip->b) : NULL);
    if (is_32(m) && resolve_is_base(&m->objects, pointer)) return term_add(m->explorer->terms, pointer, delta);
    return lift_pointer_step(m, pointer, delta);
}

static bool is_symbolic_address(Machine *m, const Code *ip, u64 *r) {
    if (terms_of(m, r)[ip->a]) return true;
    return code_infos[ip->op].form != FORM_MEMORY && terms_of(m, r)[ip->b];
}

/* The size of the object is a term: bounds cannot be checked by numbers. */
static bool has_symbolic_size(const Machine *m, u64 pointer) {
    return object_info(&m->objects, pointer_object(pointer))->has_symbolic_size;
}

static bool needs_model(Machine *m, const Code *ip, u64 *r) {
    return is_symbolic_address(m, ip, r) || has_symbolic_size(m, r[ip->a]);
}

/* ---- Choosing an outcome ---- */

/* The path's model says which object and offset it is: the report speaks of those. */
void lift_report_access(Machine *m, const Code *ip, u64 *r, const Candidates *candidates, Term *start,
                        u64 size_of_access, bool is_write) {
    Explorer *e = m->explorer;
    Term *object = explore_evaluate(e, candidates->object), *offset = explore_evaluate(e, candidates->offset);
    u32 number = object ? (u32)object->value : 0, ignored;
    i64 delta = offset ? (i64)offset->value : 0;
    u64 pointer = object_pointer(&m->objects, number);
    if (!number) { /* null, or a number from nowhere: as far as it was one before the last step */
        Term *before = explore_evaluate(e, start), *after = explore_evaluate(e, candidates->pointer);
        pointer = before ? before->value : 0;
        delta = after ? (i64)(after->value - pointer) : 0;
    }
    const Contents *contents = object_at(&m->objects, number)->contents;
    Term *size = contents && contents->size ? explore_evaluate(e, contents->size) : NULL;
    u32 capacity = object_info(&m->objects, number)->size;
    if (size) object_own_info(&m->objects, number)->size = (u32)size->value;
    AccessKind kind = is_write ? ACCESS_WRITE : ACCESS_READ;
    bool passes = fault_check_access(&m->fault, &m->objects, pointer, delta, size_of_access, kind, &number, &ignored);
    if (size) object_own_info(&m->objects, number)->size = capacity;
    if (passes) machine_stuck(m, ip, r, "an access that the solver finds invalid seems to be valid");
    else machine_fault(m, ip, r);
}

static void count_resolution(Explorer *e, u32 objects) {
    if (objects < 2) return;
    e->statistics.resolutions++;
    e->statistics.resolved_objects += objects;
    e->statistics.most_objects = MAX(e->statistics.most_objects, objects);
}

bool lift_access(Machine *m, const Code *ip, u64 *r, Term *pointer, u64 size, bool is_write, MemoryAccess *access,
                 u32 *outcome) {
    Term *start = lift_cell(m, r, ip->a);
    Explorer *e = m->explorer;
    *access = (MemoryAccess){0};
    if (lift_check_defined(m, ip, r, pointer, "address")) return false;
    memory_plan(&e->memory, e->options.memory, &m->segments, pointer, size, is_write, explore_values(e),
                explore_preferred, access);
    Term **guards = xmalloc((access->outcomes.count + 1) * sizeof *guards);
    for (u32 i = 0; i < access->outcomes.count; i++) guards[i] = access->outcomes.at[i].condition;
    int chosen = explore_choose(m, ip, r, CHOICE_POINTER, guards, access->outcomes.count);
    free(guards);
    if (chosen < 0) return false;
    *outcome = (u32)chosen;
    switch (access->outcomes.at[chosen].kind) {
    case OUTCOME_ACCESS:
        count_resolution(e, access->candidates.objects.count);
        if (e->options.classes)
            classes_saw(e->options.classes, m, access->grouping.objects.at, access->grouping.objects.count);
        return true;
    case OUTCOME_FAULT: lift_report_access(m, ip, r, &access->candidates, start, size, is_write); return false;
    case OUTCOME_CUT:
        explore_cut(e, CUT_OBJECT);
        explore_drop(m);
        return false;
    }
    return false;
}

/* ---- Loads and stores ---- */

static bool is_pointer_access(const Code *ip) { return code_is_pointer_access((CodeOp)ip->op); }

TrackStep lift_load(Machine *m, const Code *ip, u64 *r) {
    if (!needs_model(m, ip, r)) {
        terms_of(m, r)[ip->d] = NULL; /* the handler's slow path sets it if the bytes are not plain */
        return STEP_RUN;
    }
    Explorer *e = m->explorer;
    MemoryAccess access;
    u32 outcome;
    bool valid = lift_access(m, ip, r, address_of(m, ip, r), code_infos[ip->op].bits / 8, false, &access, &outcome);
    if (valid) {
        Term *value = memory_perform_load(&e->memory, &m->segments, &access, outcome);
        lift_set(m, r, ip->d, is_pointer_access(ip) ? lift_pointer_from_bits(m, value) : value);
    }
    memory_access_free(&access);
    return valid ? STEP_DONE : STEP_END;
}

void lift_slow_load(Machine *m, const Code *ip, u64 *r, u32 object, u32 offset, u32 size, bool is_pointer) {
    Term *stored = contents_load(&m->explorer->memory, object, offset, size), *value = implied_value(m, stored);
    if (value != stored) contents_store(&m->explorer->memory, object, offset, value, size);
    lift_set(m, r, ip->d, is_pointer ? lift_pointer_from_bits(m, value) : value);
}

/* ILP32: a pointer that is a number keeps the object it is based on. */
static void note_pointer(Machine *m, const Code *ip, u32 object, u64 offset, const Term *pointer) {
    if (is_pointer_access(ip) && term_is_const(pointer))
        object_set_provenance(object_own(&m->objects, object), (u32)offset, pointer_object(pointer->value));
}

/* A term to a place that is a number. */
static TrackStep store_term(Machine *m, const Code *ip, u64 *r, u32 size) {
    u32 number, offset;
    Fault attempt = {0};
    bool ok =
        fault_check_access(&attempt, &m->objects, r[ip->a], code_delta(ip, r), size, ACCESS_WRITE, &number, &offset);
    fault_free(&attempt);
    if (!ok) return STEP_RUN; /* the handler reports it */
    Term *value = term_extract(m->explorer->terms, terms_of(m, r)[ip->d], 0, size * 8);
    contents_store(&m->explorer->memory, number, offset, value, size);
    note_pointer(m, ip, number, offset, terms_of(m, r)[ip->d]);
    return STEP_DONE;
}

TrackStep lift_store(Machine *m, const Code *ip, u64 *r) {
    u32 size = code_infos[ip->op].bits / 8;
    if (!needs_model(m, ip, r)) return terms_of(m, r)[ip->d] ? store_term(m, ip, r, size) : STEP_RUN;
    Explorer *e = m->explorer;
    MemoryAccess access;
    u32 outcome;
    bool valid = lift_access(m, ip, r, address_of(m, ip, r), size, true, &access, &outcome);
    if (valid) {
        Term *value = term_extract(e->terms, lift_cell(m, r, ip->d), 0, size * 8);
        memory_perform_store(&e->memory, &m->segments, &access, outcome, value);
        const Candidates *at = &access.candidates;
        if (at->objects.count == 1 && term_is_const(at->offset))
            note_pointer(m, ip, at->objects.at[0], at->offset->value, lift_cell(m, r, ip->d));
    }
    memory_access_free(&access);
    return valid ? STEP_DONE : STEP_END;
}

/* ---- Pointers to functions ---- */

static TrackStep bad_call(Machine *m, u64 *r) {
    lift_bind_frame(m, r); /* the handler says what is wrong with the number */
    return STEP_RUN;
}

TrackStep lift_call_pointer(Machine *m, const Code *ip, u64 *r) {
    Explorer *e = m->explorer;
    Term *pointer = terms_of(m, r)[ip->b];
    if (!pointer) return STEP_RUN;
    if (lift_check_defined(m, ip, r, pointer, "address")) return STEP_END;
    Candidates candidates;
    resolve_pointer(&e->memory, pointer, explore_values(e), &candidates);
    TermVec guards = {0};
    Term *none = term_true(e->terms);
    for (u32 i = 0; i < candidates.objects.count; i++) {
        u32 number = candidates.objects.at[i];
        bool callable = object_info(&m->objects, number)->kind == OBJECT_FUNCTION;
        Term *is_it = callable ? candidate_is_start(&e->memory, &candidates, number) : term_false(e->terms);
        vec_push(&guards, is_it);
        none = term_and(e->terms, none, term_not(e->terms, is_it));
    }
    vec_push(&guards, none);
    int chosen = explore_choose(m, ip, r, CHOICE_CALL, guards.at, guards.count);
    bool is_function = chosen >= 0 && (u32)chosen < candidates.objects.count;
    TrackStep step = chosen < 0 ? STEP_END : is_function ? STEP_RUN : bad_call(m, r);
    if (is_function) {
        r[ip->b] = object_pointer(&m->objects, candidates.objects.at[chosen]);
        terms_of(m, r)[ip->b] = NULL;
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
    lift_set(m, r, ip->d, lift_pointer_from_bits(m, term_extract(m->explorer->terms, number, 0, 32)));
    return STEP_DONE;
}
