/* Accesses that the memory model answers: planned, chosen from, committed; faults reported. */
#include "semantics/lift.h"

#include <stdlib.h>

/* ---- Faults: the path's model says which object and offset it is ---- */

/* For the report, size and life of the object are what they are in the path's model. The path is over. */
static void fix_object(Machine *m, u32 number) {
    const Contents *contents = object_at(&m->objects, number)->contents;
    if (!contents) return;
    Term *size = contents->size ? strategy_evaluate(m, contents->size) : NULL;
    Term *live = contents->live ? strategy_evaluate(m, contents->live) : NULL;
    if (size) object_own_info(&m->objects, number)->size = size->value;
    if (live && !live->value) objects_end(&m->objects, number, OBJECT_FREED);
}

PointerOrigin lift_pointer_origin(Machine *m, const Candidates *candidates) {
    if (!candidates->is_by_number) return POINTER_KNOWN;
    return lift_origin_of_symbols(m, candidates->pointer);
}

static bool is_only_address(Machine *m, Term *pointer) {
    TermStore *store = m->symbolic->terms;
    Term *address = m->objects.placement ? term_extract(store, pointer, 0, 32) : term_number(store, pointer);
    return strategy_must_be(m, term_eq(store, address, term_const(store, address->width, m->fault.address)));
}

static void report_access(Machine *m, const Code *ip, u64 *r, const Candidates *candidates, Term *start, Term *size,
                          bool is_write) {
    Term *object = strategy_evaluate(m, candidates->object), *offset = strategy_evaluate(m, candidates->offset);
    Term *length = strategy_evaluate(m, size);
    u32 number = object ? (u32)object->value : 0;
    u64 ignored;
    i64 delta = offset ? (i64)offset->value : 0;
    u64 pointer = object_pointer(&m->objects, number);
    if (object_info(&m->objects, number)->kind == OBJECT_NONE) { /* null, or a number from nowhere: before the step */
        Term *before = strategy_evaluate(m, start), *after = strategy_evaluate(m, candidates->pointer);
        pointer = before ? before->value : 0;
        delta = after ? (i64)(after->value - pointer) : 0;
    }
    fix_object(m, number);
    m->fault.pointer = lift_pointer_origin(m, candidates);
    AccessKind kind = is_write ? ACCESS_WRITE : ACCESS_READ;
    u64 bytes = length ? length->value : 1;
    if (fault_check_access(&m->fault, &m->objects, pointer, delta, bytes, kind, &number, &ignored))
        machine_stuck(m, ip, r, "an access that the solver finds invalid seems to be valid");
    else machine_fault(m, ip, r);
    if (m->fault.address && !is_only_address(m, candidates->pointer)) m->fault.address = 0;
}

void lift_report_free(Machine *m, const Code *ip, u64 *r, Term *pointer) {
    u64 number = strategy_some_value(m, pointer);
    Candidates candidates;
    resolve_pointer(&m->symbolic->memory, pointer, NULL, AIM_BYTES, &candidates);
    m->fault.pointer = lift_pointer_origin(m, &candidates);
    candidates_free(&candidates);
    fix_object(m, object_behind(&m->objects, pointer_object(number)));
    if (memory_free_block(m, ip, r, number))
        machine_stuck(m, ip, r, "a block that the solver finds impossible to free seems to be one");
}

static void report_overlap(Machine *m, const Code *ip, u64 *r, const Access *access) {
    Term *length = strategy_evaluate(m, access->size);
    Text bytes = {0};
    fault_count_bytes(&bytes, length ? length->value : 0);
    machine_fault_text(m, ip, r, FAULT_OVERLAP, "%s of %s between overlapping ranges", access->name, bytes.chars);
    text_free(&bytes);
}

static void report(Machine *m, const Code *ip, u64 *r, const Plan *plan, const Outcome *outcome) {
    const Access *access = &plan->access;
    bool is_write = access->op != MEMORY_LOAD;
    if (access->op == MEMORY_FREE) lift_report_free(m, ip, r, access->pointer);
    else if (outcome->where == WHERE_BOTH) report_overlap(m, ip, r, access);
    else if (outcome->where == WHERE_SOURCE)
        report_access(m, ip, r, &plan->from.candidates, access->source, access->size, false);
    else report_access(m, ip, r, &plan->at.candidates, access->pointer, access->size, is_write);
}

void lift_cut_objects(Machine *m) {
    strategy_cut(m, CUT_OBJECT);
    strategy_drop(m);
}

/* The run says where, and why. */
static void cut_by_model(Machine *m, const Code *ip, u64 *r) {
    const MemoryModel *model = m->symbolic->memory.model;
    assert(!model->is_exact);
    machine_unmodelled(m, ip, r, model->limit);
    strategy_cut(m, CUT_MODEL);
    strategy_drop(m);
}

/* ---- Choosing ---- */

static void note_resolution(Machine *m, const MemoryPlace *place) { m->symbolic->strategy->resolved(m, place); }

static int choose(Machine *m, const Code *ip, u64 *r, const Plan *plan) {
    bool has_several = plan->at.candidates.objects.count > 1 || plan->from.candidates.objects.count > 1;
    bool is_range = plan->access.op == MEMORY_COPY || plan->access.op == MEMORY_FILL;
    ChoiceKind kind = is_range && !has_several ? CHOICE_SIZE : CHOICE_POINTER;
    Term **guards = xmalloc((plan->outcomes.count + 1) * sizeof *guards);
    for (u32 i = 0; i < plan->outcomes.count; i++) guards[i] = plan->outcomes.at[i].condition;
    int chosen = strategy_choose(m, ip, r, kind, guards, plan->outcomes.count);
    free(guards);
    return chosen;
}

bool lift_choose_wrong_way(Machine *m, const Code *ip, u64 *r, const Candidates *candidates, Term *start, Term *size,
                           Use use) {
    TermVec ways = {0};
    candidates_wrong_ways(&m->symbolic->memory, candidates, start, size, use, &ways);
    int way = strategy_choose(m, ip, r, CHOICE_ERROR, ways.at, ways.count);
    vec_free(&ways);
    return way >= 0;
}

static bool choose_fault(Machine *m, const Code *ip, u64 *r, const Plan *plan, const Outcome *outcome) {
    const Access *access = &plan->access;
    Use use = access->op == MEMORY_LOAD ? USE_READ : access->op == MEMORY_FREE ? USE_FREE : USE_WRITE;
    switch (outcome->where) {
    case WHERE_BOTH: return true;
    case WHERE_SOURCE:
        return lift_choose_wrong_way(m, ip, r, &plan->from.candidates, access->source, access->size, USE_READ);
    case WHERE_POINTER: break;
    }
    return lift_choose_wrong_way(m, ip, r, &plan->at.candidates, access->pointer, access->size, use);
}

/* The outcome to be committed, one with nothing to do, or an error after which the run goes on; -1: ended or paused. */
static int settle(Machine *m, const Code *ip, u64 *r, const Plan *plan) {
    int chosen = choose(m, ip, r, plan);
    if (chosen < 0) return -1;
    const Outcome *outcome = &plan->outcomes.at[chosen];
    switch (outcome->kind) {
    case OUTCOME_NOTHING: return chosen;
    case OUTCOME_ACCESS:
        note_resolution(m, &plan->at);
        if (plan->access.op == MEMORY_COPY) note_resolution(m, &plan->from);
        return chosen;
    case OUTCOME_FAULT:
        if (m->goes_around && outcome->where == WHERE_BOTH) return chosen;
        if (choose_fault(m, ip, r, plan, outcome)) report(m, ip, r, plan, outcome);
        return -1;
    case OUTCOME_CUT:
        if (outcome->is_of_model) cut_by_model(m, ip, r);
        else lift_cut_objects(m);
        return -1;
    }
    return -1;
}

static void note_ends(Machine *m, const Code *ip, u64 *r, const Plan *plan) {
    for (u32 i = 0; i < plan->at.members.count; i++)
        object_own_info(&m->objects, plan->at.members.at[i])->freed_at = machine_location(m, ip, r);
}

static void plan_access(Machine *m, const Code *ip, u64 *r, const Access *access, Plan *plan) {
    Symbolic *now = m->symbolic;
    now->access_ip = ip;
    now->access_r = r;
    now->memory.model->plan(&now->memory, access, plan);
}

/* The state is saved where an access may be to an object that stands for several: it is to be told apart first. */
static bool waits_for_summary(Machine *m, const Code *ip, u64 *r, const Candidates *candidates) {
    for (u32 i = 0; i < candidates->objects.count; i++) {
        u32 object = candidates->objects.at[i];
        if (!object_info(&m->objects, object)->summary) continue;
        m->symbolic->strategy->touched(m, ip, r, object);
        return true;
    }
    return false;
}

static bool plan_waits(Machine *m, const Code *ip, u64 *r, const Plan *plan) {
    return waits_for_summary(m, ip, r, &plan->at.candidates) || waits_for_summary(m, ip, r, &plan->from.candidates);
}

bool lift_waits_for_summary(Machine *m, const Code *ip, u64 *r, Term *pointer) {
    Candidates candidates;
    resolve_pointer(&m->symbolic->memory, pointer, NULL, AIM_BYTES, &candidates);
    bool waits = waits_for_summary(m, ip, r, &candidates);
    candidates_free(&candidates);
    return waits;
}

/* Where it is null nothing happens. */
static bool free_unknown(Machine *m, const Code *ip, u64 *r, Term *pointer) {
    TermStore *store = m->symbolic->terms;
    u32 bits = m->objects.placement ? 32 : 64;
    Term *is_null = term_eq(store, term_extract(store, pointer, 0, bits), term_const(store, bits, 0));
    int chosen = strategy_decide(m, ip, r, CHOICE_POINTER, is_null);
    if (chosen == 0) lift_report_unknown(m, ip, r, pointer, FAULT_INVALID_FREE);
    return chosen == 1;
}

/* A run goes on after a copy between ranges that overlap: as if it were meant to be one, it is assumed. */
static bool copy_overlapping(Machine *m, const Code *ip, u64 *r, const Access *access) {
    Access moved = *access;
    moved.may_overlap = true;
    if (!lift_carry_out(m, ip, r, &moved, NULL)) return false;
    lift_note_around(m, ip, r);
    return true;
}

/* The access is planned, and happens. False: ended or paused. */
bool lift_carry_out(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value) {
    Memory *memory = &m->symbolic->memory;
    Plan plan;
    if (lift_report_unknown(m, ip, r, access->pointer, FAULT_WILD_POINTER)) return false;
    if (access->op == MEMORY_COPY && lift_report_unknown(m, ip, r, access->source, FAULT_WILD_POINTER)) return false;
    plan_access(m, ip, r, access, &plan);
    int outcome = plan_waits(m, ip, r, &plan) ? -1 : settle(m, ip, r, &plan);
    if (outcome >= 0 && plan.outcomes.at[outcome].kind == OUTCOME_FAULT) {
        plan_free(&plan);
        return copy_overlapping(m, ip, r, access);
    }
    if (outcome >= 0 && plan.outcomes.at[outcome].kind == OUTCOME_ACCESS) {
        if (access->op == MEMORY_FREE) note_ends(m, ip, r, &plan);
        Term *result = memory->model->commit(memory, &plan, (u32)outcome, term_true(memory->terms));
        if (value) *value = result;
    }
    plan_free(&plan);
    return outcome >= 0;
}

static bool free_outside(Machine *m, const Code *ip, u64 *r, Term *pointer) {
    lift_begin_following(m);
    if (!lift_follow(m, ip, r, &pointer, NULL)) return false;
    lift_followed(m, r);
    return !term_is_const(pointer) || memory_free_block(m, ip, r, pointer->value);
}

/* What is from outside goes back to where it came from, of which nothing is known. */
static bool free_block(Machine *m, const Code *ip, u64 *r, Access *access) {
    bool is_outside;
    if (!lift_is_outside(m, ip, r, &access->pointer, &is_outside)) return false;
    if (is_outside && m->options.owns_outside) return free_outside(m, ip, r, access->pointer);
    if (is_outside) return true;
    if (lift_unknown_pointer(m, access->pointer) != POINTER_KNOWN) return free_unknown(m, ip, r, access->pointer);
    return lift_carry_out(m, ip, r, access, NULL);
}

bool lift_access(Machine *m, const Code *ip, u64 *r, const Access *asked, Term **value) {
    Access access = *asked;
    if (access.op == MEMORY_FREE) return free_block(m, ip, r, &access);
    lift_begin_following(m);
    if (!lift_follow(m, ip, r, &access.pointer, asked)) return false;
    if (access.op == MEMORY_COPY && !lift_follow(m, ip, r, &access.source, NULL)) return false;
    AroundStep step = lift_around(m, ip, r, &access, value);
    if (step == AROUND_STOPPED) return false;
    if (step == AROUND_NOT && !lift_carry_out(m, ip, r, &access, value)) return false;
    lift_followed(m, r);
    return true;
}

bool lift_range_at(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, bool is_write, u32 *object, u64 *offset) {
    Memory *memory = &m->symbolic->memory;
    Access access = {.op = is_write ? MEMORY_STORE : MEMORY_LOAD,
                     .pointer = term_const(memory->terms, 64, pointer),
                     .size = term_const(memory->terms, 64, size)};
    Plan plan;
    plan_access(m, ip, r, &access, &plan);
    int outcome = plan_waits(m, ip, r, &plan) ? -1 : settle(m, ip, r, &plan);
    if (outcome >= 0) {
        assert(plan.at.candidates.objects.count == 1 && term_is_const(plan.at.candidates.offset));
        *object = plan.at.candidates.objects.at[0];
        *offset = plan.at.candidates.offset->value;
    }
    plan_free(&plan);
    return outcome >= 0;
}
