/* Accesses at symbolic addresses: planned as outcomes, then performed. The same for every model. */
#include "memory/bytes/arrays.h"
#include "memory/model.h"

/* ---- Single objects at a symbolic offset ---- */

Term *object_load_at(Memory *memory, u32 object, Term *offset, u32 size) {
    if (term_is_const(offset)) return contents_load(memory, object, (u32)offset->value, size);
    Term *at = array_position(memory, offset, object_info(memory->objects, object)->size);
    u32 element = array_element_for(at, size, contents_element(memory->objects, object));
    return array_load(memory->terms, contents_array(memory, object, element), element, at, size);
}

void object_store_at(Memory *memory, u32 object, Term *offset, Term *guard, Term *value, u32 size) {
    if (!term_is_true(guard))
        value = term_ite(memory->terms, guard, value, object_load_at(memory, object, offset, size));
    if (term_is_const(offset)) {
        contents_store(memory, object, (u32)offset->value, value, size);
        return;
    }
    Term *at = array_position(memory, offset, object_info(memory->objects, object)->size);
    u32 element = array_element_for(at, size, contents_element(memory->objects, object));
    Term *array = array_store(memory->terms, contents_array(memory, object, element), element, at, value, size);
    contents_become_array(memory, object, array, 0, element);
}

/* ---- Planning ---- */

bool memory_is_usable(const Objects *objects, u32 object, bool is_write) {
    const ObjectInfo *info = object_info(objects, object);
    bool has_bytes = info->kind != OBJECT_NONE && info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY;
    return has_bytes && info->state == OBJECT_LIVE && !(is_write && info->is_constant);
}

/* When the access lies in the object, if that is the one. */
static Term *in_bounds(Memory *memory, const MemoryAccess *access, u32 object) {
    TermStore *store = memory->terms;
    const Contents *contents = object_at(memory->objects, object)->contents;
    u64 capacity = object_info(memory->objects, object)->size;
    Term *offset = access->candidates.offset, *size = term_const(store, 64, access->size);
    if (capacity < access->size) return term_false(store);
    Term *fits = term_ule(store, offset, term_const(store, 64, capacity - access->size));
    if (!contents || !contents->size) return fits;
    return term_and(store, fits, term_ule(store, term_add(store, offset, size), contents->size));
}

static Term *condition_of(Memory *memory, const MemoryAccess *access, u32 object) {
    Term *guard = candidate_guard(memory, &access->candidates, object);
    return term_and(memory->terms, guard, in_bounds(memory, access, object));
}

/* 1 for the objects that the groups cover. */
static u64 is_in_group(void *context, u32 object) {
    const MemoryAccess *access = context;
    for (u32 i = 0; i < access->grouping.objects.count; i++)
        if (access->grouping.objects.at[i] == object) return 1;
    return 0;
}

static bool has_symbolic_size(const Objects *objects, u32 object) {
    const Contents *contents = object_at(objects, object)->contents;
    return contents && contents->size;
}

static bool have_equal_sizes(const Objects *objects, const u32 *list, u32 count) {
    for (u32 i = 0; i < count; i++)
        if (object_info(objects, list[i])->size != object_info(objects, list[0])->size ||
            has_symbolic_size(objects, list[i]))
            return false;
    return true;
}

/* Group by group: objects of equal size are said in one comparison and a look at a table. */
static Term *group_condition(Memory *memory, const MemoryAccess *access, const Group *group) {
    TermStore *store = memory->terms;
    const u32 *list = access->grouping.objects.at + group->first;
    bool all = group->count == access->candidates.objects.count && !access->candidates.is_incomplete;
    if (group->count > 1 && all && have_equal_sizes(memory->objects, list, group->count))
        return in_bounds(memory, access, list[0]);
    if (group->count > 1 && access->grouping.groups.count == 1 && access->candidates.base &&
        have_equal_sizes(memory->objects, list, group->count)) {
        Term *usable = candidates_table(memory, &access->candidates, 32, is_in_group, (void *)(uintptr_t)access);
        Term *is_one = term_eq(store, usable, term_const(store, 32, 1));
        return term_and(store, is_one, in_bounds(memory, access, list[0]));
    }
    Term *any = term_false(store);
    for (u32 i = 0; i < group->count; i++) any = term_or(store, any, condition_of(memory, access, list[i]));
    return any;
}

static void add_outcome(MemoryAccess *access, Term *condition, OutcomeKind kind, u32 group) {
    if (!term_is_false(condition)) vec_push(&access->outcomes, (Outcome){condition, kind, group});
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

void memory_plan(Memory *memory, const MemoryModel *model, Segments **segments, Term *pointer, u64 size, bool is_write,
                 ValueSource source, u32 preferred_for(void *self, Term *object), MemoryAccess *out) {
    *out = (MemoryAccess){.size = size, .is_write = is_write};
    resolve_pointer(memory, pointer, source, &out->candidates);
    VEC(u32) live = {0};
    for (u32 i = 0; i < out->candidates.objects.count; i++)
        if (memory_is_usable(memory->objects, out->candidates.objects.at[i], is_write))
            vec_push(&live, out->candidates.objects.at[i]);
    u32 preferred = preferred_for(source.self, out->candidates.object);
    model->group(memory, segments, live.at, live.count, preferred, &out->grouping);
    TermStore *store = memory->terms;
    Term *valid = term_false(store), *cut = term_false(store);
    for (u32 i = 0; i < out->grouping.groups.count; i++) {
        Term *condition = group_condition(memory, out, &out->grouping.groups.at[i]);
        add_outcome(out, condition, OUTCOME_ACCESS, i);
        valid = term_or(store, valid, condition);
    }
    for (u32 i = 0; i < out->grouping.cut.count; i++)
        cut = term_or(store, cut, condition_of(memory, out, out->grouping.cut.at[i]));
    if (out->candidates.is_incomplete) cut = term_or(store, cut, is_unlisted(memory, &out->candidates));
    add_outcome(out, cut, OUTCOME_CUT, 0);
    add_outcome(out, term_not(store, term_or(store, valid, cut)), OUTCOME_FAULT, 0);
    vec_free(&live);
}

void memory_access_free(MemoryAccess *access) {
    candidates_free(&access->candidates);
    vec_free(&access->grouping.objects);
    vec_free(&access->grouping.groups);
    vec_free(&access->grouping.cut);
    vec_free(&access->outcomes);
}

/* ---- Performing ---- */

Term *memory_perform_load(Memory *memory, Segments **segments, const MemoryAccess *access, u32 outcome) {
    const Group *group = &access->grouping.groups.at[access->outcomes.at[outcome].group];
    const u32 *objects = access->grouping.objects.at + group->first;
    u32 size = (u32)access->size;
    if (group->segment) return segment_load(memory, segments, group->segment, &access->candidates, size);
    Term *value = NULL;
    for (u32 i = 0; i < group->count; i++) {
        if (term_is_false(in_bounds(memory, access, objects[i]))) continue;
        Term *here = object_load_at(memory, objects[i], access->candidates.offset, size);
        Term *guard = value ? candidate_guard(memory, &access->candidates, objects[i]) : NULL;
        value = value ? term_ite(memory->terms, guard, here, value) : here;
    }
    return value;
}

void memory_perform_store(Memory *memory, Segments **segments, const MemoryAccess *access, u32 outcome, Term *value) {
    const Group *group = &access->grouping.groups.at[access->outcomes.at[outcome].group];
    const u32 *objects = access->grouping.objects.at + group->first;
    u32 size = (u32)access->size;
    if (group->segment) {
        segment_store(memory, segments, group->segment, &access->candidates, value, size);
        return;
    }
    for (u32 i = 0; i < group->count; i++) {
        if (term_is_false(in_bounds(memory, access, objects[i]))) continue;
        Term *guard =
            group->count == 1 ? term_true(memory->terms) : candidate_guard(memory, &access->candidates, objects[i]);
        object_store_at(memory, objects[i], access->candidates.offset, guard, value, size);
    }
}
