#include "state/merge.h"

#include "semantics/lift.h"

#include <string.h>

/* ---- What must be the same ---- */

static bool have_same_inputs(const Path *a, const Path *b) {
    if (a->inputs.count != b->inputs.count || a->deferred.count != b->deferred.count) return false;
    for (u32 i = 0; i < a->inputs.count; i++)
        if (a->inputs.at[i].bytes != b->inputs.at[i].bytes) return false;
    return true;
}

static bool may_merge(const State *a, const State *b) {
    if (a->ip != b->ip || a->r != b->r || !a->waits_at_join || !b->waits_at_join) return false;
    if (a->is_parked || b->is_parked) return false;
    if (a->cells.bytes != b->cells.bytes || a->stack_used != b->stack_used || a->memory_state != b->memory_state) return false;
    if (a->allocas.count != b->allocas.count || a->next_destructor != b->next_destructor) return false;
    return a->path.output == b->path.output && have_same_inputs(&a->path, &b->path);
}

/* ---- The cells of a saved state ---- */

typedef struct {
    u64 *cells;
    Term **terms;
} SavedCells;

static SavedCells saved_cells(const State *state) {
    SavedCells saved = {xmalloc(state->cells.bytes + sizeof(u64)), xmalloc(state->terms.bytes + sizeof(u64))};
    image_load(&state->cells, saved.cells);
    image_load(&state->terms, saved.terms);
    return saved;
}

static void saved_cells_free(SavedCells *saved) {
    free(saved->cells);
    free(saved->terms);
}

static bool have_same_frames(const Machine *m, const State *state, const SavedCells *a, const SavedCells *b) {
    for (Frame *frame = frame_of(state->r); frame;) {
        u64 at = (u64)(frame_cells(frame) - m->cells) - FRAME_CELLS;
        Frame of_a, of_b;
        memcpy(&of_a, a->cells + at, sizeof of_a);
        memcpy(&of_b, b->cells + at, sizeof of_b);
        of_b.is_tracked = of_a.is_tracked;
        if (memcmp(&of_a, &of_b, sizeof of_a) != 0) return false;
        frame = of_a.caller;
    }
    return true;
}

/* ---- Objects ---- */

/* What an object is in the other state. */
typedef struct {
    u32 number;
    ObjectInfo info;
    u8 *bytes;
    Term **terms; /* NULL where the byte counts */
} OtherObject;

typedef VEC(OtherObject) OtherObjects;

static void free_others(OtherObjects *others) {
    for (u32 i = 0; i < others->count; i++) {
        free(others->at[i].bytes);
        free(others->at[i].terms);
    }
    vec_free(others);
}

static bool is_on_stack(const ObjectInfo *info) { return info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA; }

static OtherObject record_object(Explorer *e, u32 number) {
    const ObjectInfo *info = object_info(&e->m->objects, number);
    OtherObject other = {.number = number, .info = *info};
    if (info->state != OBJECT_LIVE || !object_at(&e->m->objects, number)->bytes) return other;
    u32 size = info->size;
    other.bytes = xcalloc(size + 1, 1);
    other.terms = xcalloc(size + 1, sizeof(Term *));
    for (u32 i = 0; i < size; i++) {
        if (contents_are_plain(&e->m->objects, number, i, 1))
            other.bytes[i] = object_at(&e->m->objects, number)->bytes[i];
        else other.terms[i] = contents_load(&e->memory, number, i, 1);
    }
    return other;
}

/* Objects of the running state whose page `from` does not share. */
static void record_objects(Explorer *e, const State *from, OtherObjects *others) {
    const Objects *objects = &e->m->objects;
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;) {
        u32 page = number / OBJECT_PAGE;
        const DirectoryChunk *chunk =
            page < from->objects.page_count ? from->objects.chunks[page / DIRECTORY_CHUNK] : NULL;
        bool is_shared = chunk && chunk->pages[page % DIRECTORY_CHUNK] == objects->pages[page];
        const ObjectInfo *info = object_info(objects, number);
        if (info->kind == OBJECT_NONE || (is_shared && !is_on_stack(info))) continue;
        vec_push(others, record_object(e, number));
    }
}

static bool is_same_object(const ObjectInfo *a, const ObjectInfo *b) {
    return a->kind == b->kind && a->state == b->state && a->size == b->size && a->global == b->global &&
           !a->is_conditional && !b->is_conditional;
}

/* Objects that are alive in one of the states must be so in both. */
static bool have_same_objects(Explorer *e, const State *other, const OtherObjects *others) {
    const Objects *objects = &e->m->objects;
    Map known = {0};
    bool same = true;
    for (u32 i = 0; i < others->count && same; i++) {
        const ObjectInfo *b = &others->at[i].info, *a = object_info(objects, others->at[i].number);
        bool is_alive = b->state == OBJECT_LIVE || (a->kind != OBJECT_NONE && a->state == OBJECT_LIVE);
        same = !is_alive || is_same_object(a, b);
        map_put(&known, others->at[i].number, 1);
    }
    OtherObjects own = {0};
    record_objects(e, other, &own);
    for (u32 i = 0; i < own.count && same; i++)
        same = own.at[i].info.state != OBJECT_LIVE || own.at[i].number < STATIC_OBJECTS ||
               map_get(&known, own.at[i].number, NULL);
    free_others(&own);
    map_free(&known);
    return same;
}

static void merge_object(Explorer *e, Term *guard, const OtherObject *other) {
    Objects *objects = &e->m->objects;
    if (object_info(objects, other->number)->kind == OBJECT_NONE) { /* dead over there, never made here */
        *object_own_info(objects, other->number) = other->info;
        return;
    }
    for (u32 i = 0; other->bytes && i < other->info.size; i++) {
        bool plain = contents_are_plain(objects, other->number, i, 1);
        if (plain && !other->terms[i] && object_at(objects, other->number)->bytes[i] == other->bytes[i]) continue;
        Term *here = contents_load(&e->memory, other->number, i, 1);
        Term *there = other->terms[i] ? other->terms[i] : term_const(e->terms, 8, other->bytes[i]);
        if (here != there) contents_store(&e->memory, other->number, i, term_ite(e->terms, guard, here, there), 1);
    }
}

/* ---- Cells ---- */

static void merge_frame(Explorer *e, Term *guard, Frame *frame, const SavedCells *b) {
    Machine *m = e->m;
    u64 *cells = frame_cells(frame);
    u64 at = (u64)(cells - m->cells);
    Frame of_b;
    memcpy(&of_b, b->cells + at - FRAME_CELLS, sizeof of_b);
    for (u32 i = 0; i < frame->compiled->cells; i++) {
        Term *here = lift_cell(m, cells, i);
        Term *there = of_b.is_tracked ? b->terms[at + i] : NULL;
        if (!there) there = term_const(e->terms, 64, b->cells[at + i]);
        if (here != there) lift_set(m, cells, i, term_ite(e->terms, guard, here, there));
    }
}

/* ---- Paths ---- */

static Term *conjunction_from(TermStore *store, const TermVec *constraints, u32 first) {
    Term *all = term_true(store);
    for (u32 i = first; i < constraints->count; i++) all = term_and(store, all, constraints->at[i]);
    return all;
}

static u32 common_prefix(const Path *a, const Path *b) {
    u32 count = 0;
    while (count < a->constraints.count && count < b->constraints.count &&
           a->constraints.at[count] == b->constraints.at[count])
        count++;
    return count;
}

static void keep_common_bounds(Path *a, const Path *b) {
    u32 kept = 0;
    for (u32 i = 0; i < a->bound.count; i++)
        for (u32 k = 0; k < b->bound.count; k++)
            if (a->bound.at[i].symbol == b->bound.at[k].symbol && a->bound.at[i].value == b->bound.at[k].value) {
                a->bound.at[kept++] = a->bound.at[i];
                break;
            }
    a->bound.count = kept;
}

/* ---- Both ---- */

static State *merged_state(Explorer *e, State *a, const State *b, const SavedCells *cells_b,
                           const OtherObjects *others) {
    u32 prefix = common_prefix(&e->path, &b->path);
    Term *guard = conjunction_from(e->terms, &e->path.constraints, prefix);
    Term *other = conjunction_from(e->terms, &b->path.constraints, prefix);
    for (u32 i = 0; i < others->count; i++) merge_object(e, guard, &others->at[i]);
    for (Frame *frame = frame_of(a->r); frame; frame = frame->caller) merge_frame(e, guard, frame, cells_b);
    e->m->objects.next = MAX(e->m->objects.next, b->objects.next);
    e->path.constraints.count = prefix;
    Term *either = term_or(e->terms, guard, other);
    if (!term_is_true(either)) vec_push(&e->path.constraints, either);
    keep_common_bounds(&e->path, &b->path);
    return state_save(e->m, a->ip, a->r, &e->path, a);
}

bool merge_states(Explorer *e, State **into, State *other) {
    State *a = *into;
    if (!may_merge(a, other)) return false;
    SavedCells cells_a = saved_cells(a), cells_b = saved_cells(other);
    OtherObjects others = {0};
    State *merged = NULL;
    state_load(e->m, a); /* frames are looked at where they stand */
    if (have_same_frames(e->m, a, &cells_a, &cells_b)) {
        e->path = path_copy(&a->path);
        e->path.unknowns = MAX(e->path.unknowns, other->path.unknowns);
        state_load(e->m, other);
        record_objects(e, a, &others);
        state_load(e->m, a);
        if (have_same_objects(e, other, &others)) merged = merged_state(e, a, other, &cells_b, &others);
        path_free(&e->path);
    }
    free_others(&others);
    saved_cells_free(&cells_a);
    saved_cells_free(&cells_b);
    if (!merged) return false;
    merged->number = a->number;
    merged->waits_at_join = true;
    *into = merged;
    return true;
}
