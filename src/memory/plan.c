#include "memory/plan.h"

#include "memory/validity.h"

void place_add_together(MemoryPlace *place, const u32 *objects, u32 count, u32 segment) {
    if (!count) return;
    vec_push(&place->groups, (Group){.first = place->members.count, .count = count, .segment = segment});
    for (u32 i = 0; i < count; i++) vec_push(&place->members, objects[i]);
}

void place_add_alone(MemoryPlace *place, u32 object, u32 segment) { place_add_together(place, &object, 1, segment); }

void place_cut(MemoryPlace *place, const u32 *objects, u32 count) {
    for (u32 i = 0; i < count; i++) vec_push(&place->cut, objects[i]);
}

static void place_free(MemoryPlace *place) {
    candidates_free(&place->candidates);
    vec_free(&place->members);
    vec_free(&place->groups);
    vec_free(&place->cut);
}

void plan_free(Plan *plan) {
    place_free(&plan->at);
    place_free(&plan->from);
    vec_free(&plan->outcomes);
}

/* ---- Conditions of groups ---- */

/* Neither size nor life is a term, and all have the same size. */
static bool are_alike(const Memory *memory, const u32 *list, u32 count) {
    for (u32 i = 0; i < count; i++) {
        const ObjectInfo *info = object_info(memory->objects, list[i]);
        if (info->is_conditional || info->size != object_info(memory->objects, list[0])->size) return false;
    }
    return true;
}

static u64 is_member(void *context, u32 object) {
    const MemoryPlace *place = context;
    for (u32 i = 0; i < place->members.count; i++)
        if (place->members.at[i] == object) return 1;
    return 0;
}

/* Objects of equal size are said in one comparison and a look at a table. */
static Term *group_condition(Memory *memory, const MemoryPlace *place, Term *size, const Group *group) {
    TermStore *store = memory->terms;
    const u32 *list = place->members.at + group->first;
    bool is_only = place->groups.count == 1 && !place->candidates.is_incomplete;
    if (group->count > 1 && is_only && are_alike(memory, list, group->count)) {
        Term *fits = candidate_in_bounds(memory, &place->candidates, size, list[0]);
        if (group->count == place->candidates.objects.count) return fits;
        Term *usable = candidates_table(memory, &place->candidates, 32, is_member, (void *)(uintptr_t)place);
        return term_and(store, term_eq(store, usable, term_const(store, 32, 1)), fits);
    }
    Term *any = term_false(store);
    for (u32 i = 0; i < group->count; i++)
        any = term_or(store, any, candidate_is_valid(memory, &place->candidates, size, list[i]));
    return any;
}

/* The pointer is based on none of the objects that were found. */
static Term *is_unlisted(Memory *memory, const Candidates *candidates) {
    Term *none = term_true(memory->terms);
    for (u32 i = 0; i < candidates->objects.count; i++) {
        Term *guard = candidate_guard(memory, candidates, candidates->objects.at[i]);
        none = term_and(memory->terms, none, term_not(memory->terms, guard));
    }
    return none;
}

/* ---- Places ---- */

/* A place with the condition of each group, that of what is cut, and that of anything valid that is not. */
typedef struct {
    TermVec groups;
    Term *cut, *valid;
    Term *limit; /* what is cut because the model cannot say what happens */
} PlaceConditions;

/* The access is to be said by an array, and the object is none: what is left is a known place by itself. */
static bool is_beyond_arrays(const Memory *memory, const Access *access, const MemoryPlace *place, u32 object) {
    if (contents_can_be_array(memory, object) || access->op == MEMORY_FREE) return false;
    bool is_known = term_is_const(place->candidates.offset) && term_is_const(access->size);
    return !is_known || place->candidates.objects.count > 1;
}

static void find_place(Memory *memory, const Access *access, Term *pointer, Term *delta, Use use, Grouper *group,
                       MemoryPlace *place) {
    resolve_pointer(memory, pointer, delta, AIM_BYTES, &place->candidates);
    VEC(u32) usable = {0};
    for (u32 i = 0; i < place->candidates.objects.count; i++)
        if (object_is_usable(memory, place->candidates.objects.at[i], use))
            vec_push(&usable, place->candidates.objects.at[i]);
    VEC(u32) followed = {0};
    for (u32 i = 0; i < usable.count; i++) {
        if (is_beyond_arrays(memory, access, place, usable.at[i])) place_cut(place, &usable.at[i], 1);
        else vec_push(&followed, usable.at[i]);
    }
    group(memory, access, followed.at, followed.count, place);
    assert(place->members.count + place->cut.count >= usable.count); /* none was left out */
    vec_free(&followed);
    vec_free(&usable);
}

static PlaceConditions conditions_of(Memory *memory, const MemoryPlace *place, Term *size) {
    TermStore *store = memory->terms;
    PlaceConditions out = {.cut = term_false(store), .valid = term_false(store), .limit = term_false(store)};
    for (u32 i = 0; i < place->groups.count; i++) {
        Term *condition = group_condition(memory, place, size, &place->groups.at[i]),
             *within = place->groups.at[i].within;
        if (within) {
            out.limit = term_or(store, out.limit, term_and(store, condition, term_not(store, within)));
            condition = term_and(store, condition, within);
        }
        vec_push(&out.groups, condition);
        out.valid = term_or(store, out.valid, condition);
    }
    for (u32 i = 0; i < place->cut.count; i++)
        out.cut = term_or(store, out.cut, candidate_is_valid(memory, &place->candidates, size, place->cut.at[i]));
    if (memory->model->limit) out.limit = term_or(store, out.limit, out.cut);
    out.cut = term_or(store, out.cut, out.limit);
    if (place->candidates.is_incomplete) out.cut = term_or(store, out.cut, is_unlisted(memory, &place->candidates));
    return out;
}

/* ---- Outcomes ---- */

static void add_outcome(Plan *plan, Term *condition, Outcome outcome) {
    outcome.condition = condition;
    if (!term_is_false(condition)) vec_push(&plan->outcomes, outcome);
}

/* `cut` is not followed, `limit` because of the model. */
static void add_cuts(Memory *memory, Plan *plan, Term *cut, Term *limit) {
    add_outcome(plan, limit, (Outcome){.kind = OUTCOME_CUT, .is_of_model = true});
    Term *rest = term_and(memory->terms, cut, term_not(memory->terms, limit));
    add_outcome(plan, rest, (Outcome){.kind = OUTCOME_CUT});
}

/* No bytes are to be accessed, or null is to be freed: nothing is wrong with any pointer then. */
static Term *nothing_happens(Memory *memory, const Access *access, const MemoryPlace *at) {
    TermStore *store = memory->terms;
    if (access->op == MEMORY_FREE) {
        bool may_be_null =
            at->candidates.is_incomplete || (at->candidates.objects.count && !at->candidates.objects.at[0]);
        return may_be_null ? candidate_is_start(memory, &at->candidates, 0) : term_false(store);
    }
    return term_eq(store, access->size, term_const(store, 64, 0));
}

static void plan_one_place(Memory *memory, const Access *access, Term *happens, Plan *out) {
    TermStore *store = memory->terms;
    PlaceConditions at = conditions_of(memory, &out->at, access->size);
    for (u32 i = 0; i < at.groups.count; i++)
        add_outcome(out, term_and(store, happens, at.groups.at[i]), (Outcome){.kind = OUTCOME_ACCESS, .group = i});
    Term *cut = term_and(store, happens, at.cut), *wrong = term_not(store, term_or(store, at.valid, at.cut));
    add_cuts(memory, out, cut, term_and(store, happens, at.limit));
    add_outcome(out, term_and(store, happens, wrong), (Outcome){.kind = OUTCOME_FAULT});
    vec_free(&at.groups);
}

/* memcpy between ranges of one object that overlap; the same place is what struct assignment gives. */
static Term *overlaps(Memory *memory, const Access *access, const Plan *plan) {
    TermStore *store = memory->terms;
    const Candidates *to = &plan->at.candidates, *from = &plan->from.candidates;
    if (access->may_overlap) return term_false(store);
    Term *forward = term_ult(store, term_sub(store, to->offset, from->offset), access->size);
    Term *backward = term_ult(store, term_sub(store, from->offset, to->offset), access->size);
    Term *bad = term_and(store, term_ne(store, to->offset, from->offset), term_or(store, forward, backward));
    return term_and(store, term_eq(store, to->object, from->object), bad);
}

/* What is wrong with the source is found first, then what is wrong with the target, then that they overlap. */
static void plan_two_places(Memory *memory, const Access *access, Term *happens, Plan *out) {
    TermStore *store = memory->terms;
    PlaceConditions at = conditions_of(memory, &out->at, access->size);
    PlaceConditions from = conditions_of(memory, &out->from, access->size);
    Term *bad = overlaps(memory, access, out), *apart = term_and(store, happens, term_not(store, bad));
    for (u32 i = 0; i < from.groups.count; i++)
        for (u32 k = 0; k < at.groups.count; k++) {
            Term *both = term_and(store, from.groups.at[i], at.groups.at[k]);
            add_outcome(out, term_and(store, apart, both), (Outcome){.kind = OUTCOME_ACCESS, .group = k, .source = i});
        }
    Term *readable = term_and(store, happens, from.valid);
    Term *wrong_source = term_not(store, term_or(store, from.valid, from.cut));
    Term *wrong_target = term_not(store, term_or(store, at.valid, at.cut));
    add_outcome(out, term_and(store, happens, wrong_source), (Outcome){.kind = OUTCOME_FAULT, .where = WHERE_SOURCE});
    add_outcome(out, term_and(store, readable, wrong_target), (Outcome){.kind = OUTCOME_FAULT});
    add_outcome(out, term_and(store, term_and(store, readable, at.valid), bad),
                (Outcome){.kind = OUTCOME_FAULT, .where = WHERE_BOTH});
    Term *cut = term_or(store, term_and(store, happens, from.cut), term_and(store, readable, at.cut));
    Term *limit = term_or(store, term_and(store, happens, from.limit), term_and(store, readable, at.limit));
    add_cuts(memory, out, cut, limit);
    vec_free(&at.groups);
    vec_free(&from.groups);
}

/* Ranges stay with the objects: as ranges of a segment they would make bytes of everything that is in it. */
static void keep_in_objects(MemoryPlace *place) {
    for (u32 i = 0; i < place->groups.count; i++) place->groups.at[i].segment = 0;
}

void plan_by_groups(Memory *memory, const Access *access, Grouper *group, Plan *out) {
    *out = (Plan){.access = *access};
    Use use = access->op == MEMORY_LOAD ? USE_READ : access->op == MEMORY_FREE ? USE_FREE : USE_WRITE;
    find_place(memory, access, access->pointer, access->delta, use, group, &out->at);
    if (access->op == MEMORY_COPY) find_place(memory, access, access->source, NULL, USE_READ, group, &out->from);
    if (access->op == MEMORY_COPY || access->op == MEMORY_FILL) {
        keep_in_objects(&out->at);
        keep_in_objects(&out->from);
    }
    Term *nothing = nothing_happens(memory, access, &out->at), *happens = term_not(memory->terms, nothing);
    add_outcome(out, nothing, (Outcome){.kind = OUTCOME_NOTHING});
    if (access->op == MEMORY_COPY) plan_two_places(memory, access, happens, out);
    else plan_one_place(memory, access, happens, out);
}

Term *commit_to_groups(Memory *memory, const Plan *plan, u32 outcome, Term *guard) {
    const Access *access = &plan->access;
    assert(plan->outcomes.at[outcome].kind == OUTCOME_ACCESS);
    const MemoryPlace *at = &plan->at;
    const Group *group = &at->groups.at[plan->outcomes.at[outcome].group];
    switch (access->op) {
    case MEMORY_LOAD: return group_load(memory, at, group, at->candidates.offset, (u32)access->size->value);
    case MEMORY_STORE:
        group_store(memory, at, group, at->candidates.offset, guard, access->value, (u32)access->size->value);
        break;
    case MEMORY_FILL: group_fill(memory, at, group, access->value, access->size, guard); break;
    case MEMORY_COPY: {
        const Group *source = &plan->from.groups.at[plan->outcomes.at[outcome].source];
        group_copy(memory, at, group, &plan->from, source, access->size, guard);
        break;
    }
    case MEMORY_FREE: group_free(memory, at, group, guard); break;
    }
    return NULL;
}

u64 fresh_object(Memory *memory, Term *pointer) {
    u32 object = memory->outside ? outside_object(memory->outside, pointer) : 0;
    if (!object) return 0;
    memory->make_outside(memory->self, object);
    return outside_pointer(memory->objects, object);
}
