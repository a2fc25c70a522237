#include "semantics/merge.h"

#include "memory/model.h"
#include "memory/store/storage.h"
#include "semantics/lift.h"
#include "semantics/merge_objects.h"

#include <string.h>

/* ---- What must be the same ---- */

static bool is_same_input(const PathInput *a, const PathInput *b) {
    return a->name == b->name && a->size == b->size &&
           (a->bytes == b->bytes || !memcmp(a->bytes, b->bytes, a->size * sizeof *a->bytes));
}

static bool have_same_inputs(const Path *a, const Path *b) {
    if (a->inputs.count != b->inputs.count) return false;
    for (u32 i = 0; i < a->inputs.count; i++)
        if (!is_same_input(&a->inputs.at[i], &b->inputs.at[i])) return false;
    return true;
}

/* Numbers to be printed may differ: they are terms. */
static bool have_same_conversions(const Path *a, const Path *b) {
    if (a->deferred.count != b->deferred.count) return false;
    for (u32 i = 0; i < a->deferred.count; i++) {
        const Deferred *x = &a->deferred.at[i], *y = &b->deferred.at[i];
        if (strcmp(x->conversion, y->conversion) != 0 || x->width != y->width || x->precision != y->precision ||
            x->value->width != y->value->width)
            return false;
    }
    return true;
}

static bool have_same_allocas(const State *a, const State *b) {
    if (a->allocas.count != b->allocas.count) return false;
    for (u32 i = 0; i < a->allocas.count; i++) {
        const AllocaRecord *x = &a->allocas.at[i], *y = &b->allocas.at[i];
        if (x->object != y->object || x->bytes_before != y->bytes_before) return false;
    }
    return true;
}

/* Inputs that they have not in common can be told apart by guards where the strategy wants that. */
static bool have_mergeable_inputs(const Symbolic *s, const Path *a, const Path *b) {
    return s->merges_inputs || have_same_inputs(a, b);
}

static bool may_merge(const Symbolic *s, const State *a, const State *b) {
    if (a->ip != b->ip || a->r != b->r || !a->waits_at_join || !b->waits_at_join) return false;
    if (a->is_parked || b->is_parked) return false;
    if (a->threads.count || b->threads.count || a->threads.running || b->threads.running) return false;
    if (a->cells.bytes != b->cells.bytes || a->stack_used != b->stack_used) return false;
    if (a->stack_sparse != b->stack_sparse) return false;
    if (a->next_destructor != b->next_destructor || a->failed_allocation != b->failed_allocation) return false;
    if (!have_same_allocas(a, b) || !memory_states_are_same(a->model, a->memory_state, b->memory_state)) return false;
    if (!map_is_same(&a->objects.strays, &b->objects.strays)) return false;
    if (!map_is_same(&a->objects.related, &b->objects.related)) return false;
    if (!map_is_same(&a->objects.fixed, &b->objects.fixed)) return false;
    return path_has_same_output(&a->path, &b->path) && have_mergeable_inputs(s, &a->path, &b->path) &&
           have_same_conversions(&a->path, &b->path);
}

u64 merge_key(const Machine *m, u64 *r, const Path *path) {
    const OutputPiece *last = path->output;
    u64 key = hash_combine(m->stack_used, m->allocas.count);
    u64 inputs = m->symbolic->merges_inputs ? 0 : path->inputs.count;
    key = hash_combine(key, inputs << 32 | path->deferred.count);
    if (last) key = hash_combine(key, (u64)last->descriptor << 32 | last->size);
    for (const Frame *frame = frame_of(r); frame; frame = frame->caller)
        key = hash_combine(key, (u64)(uintptr_t)frame->return_to);
    return key;
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

static Frame saved_frame(const SavedCells *saved, u64 at) {
    Frame frame;
    memcpy(&frame, saved->cells + at, sizeof frame);
    return frame;
}

/* Variadic arguments stand before the frame of the call, among the caller's. */
static bool have_same_arguments(const Machine *m, const Frame *frame, u64 at, const SavedCells *a,
                                const SavedCells *b) {
    u64 first = (u64)(frame->variadic - m->cells);
    if (!frame->variadic || !frame->caller || first >= at) return true;
    u64 caller = (u64)(frame_cells(frame->caller) - m->cells) - FRAME_CELLS;
    bool is_tracked_a = saved_frame(a, caller).is_tracked, is_tracked_b = saved_frame(b, caller).is_tracked;
    for (u64 i = first; i < at; i++) {
        const Term *x = is_tracked_a ? a->terms[i] : NULL, *y = is_tracked_b ? b->terms[i] : NULL;
        if (x != y || (!x && a->cells[i] != b->cells[i])) return false;
    }
    return true;
}

static bool have_same_frames(const Machine *m, const State *state, const SavedCells *a, const SavedCells *b) {
    for (const Frame *frame = frame_of(state->r); frame; frame = frame->caller) {
        u64 at = (u64)((const u64 *)frame - m->cells);
        Frame of_a = saved_frame(a, at), of_b = saved_frame(b, at);
        of_b.is_tracked = of_a.is_tracked;
        if (memcmp(&of_a, &of_b, sizeof of_a) != 0 || !have_same_arguments(m, frame, at, a, b)) return false;
    }
    return true;
}

/* ---- Cells ---- */

static void merge_frame(Symbolic *s, Term *guard, Frame *frame, const SavedCells *b) {
    Machine *m = s->m;
    u64 *cells = frame_cells(frame);
    u64 at = (u64)(cells - m->cells);
    Frame of_b = saved_frame(b, at - FRAME_CELLS);
    for (u32 i = 0; i < frame->compiled->cells; i++) {
        Term *here = lift_cell(m, cells, i);
        Term *there = of_b.is_tracked ? b->terms[at + i] : NULL;
        if (!there) there = term_const(s->terms, 64, b->cells[at + i]);
        if (here != there) lift_set(m, cells, i, term_ite(s->terms, guard, here, there));
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

/* What only one of them has asked is not known of both. */
static void keep_commonly_settled(Path *a, const Path *b) {
    u32 kept = 0;
    for (u32 i = 0; i < a->settled.count; i++)
        for (u32 k = 0; k < b->settled.count; k++)
            if (a->settled.at[i].is_set == b->settled.at[k].is_set &&
                a->settled.at[i].is_never == b->settled.at[k].is_never) {
                a->settled.at[kept++] = a->settled.at[i];
                break;
            }
    a->settled.count = kept;
}

static void keep_common_bindings(Path *a, const Path *b) {
    u32 kept = 0;
    for (u32 i = 0; i < a->outside.count; i++)
        for (u32 k = 0; k < b->outside.count; k++)
            if (a->outside.at[i] == b->outside.at[k]) {
                a->outside.at[kept++] = a->outside.at[i];
                break;
            }
    a->outside.count = kept;
}

static void merge_printed_numbers(Symbolic *s, Term *guard, const Path *b) {
    for (u32 i = 0; i < b->deferred.count; i++) {
        Term **value = &s->path.deferred.at[i].value;
        *value = term_ite(s->terms, guard, *value, b->deferred.at[i].value);
    }
}

static Term *narrowed(TermStore *store, Term *guard, Term *of_input) {
    return of_input ? term_and(store, guard, of_input) : guard;
}

/* What only one of them asked for was asked for only where the state is that one: in any run the order is right. */
static void merge_inputs(Symbolic *s, Term *guard, Term *other, const Path *b) {
    Path *a = &s->path;
    u32 common = 0, inputs = a->inputs.count;
    while (common < inputs && common < b->inputs.count && a->inputs.at[common].guard == b->inputs.at[common].guard &&
           is_same_input(&a->inputs.at[common], &b->inputs.at[common]))
        common++;
    for (u32 i = common; i < inputs; i++) a->inputs.at[i].guard = narrowed(s->terms, guard, a->inputs.at[i].guard);
    for (u32 i = common; i < b->inputs.count; i++) {
        PathInput input = b->inputs.at[i];
        input.guard = narrowed(s->terms, other, input.guard);
        storage_keep(input.bytes);
        vec_push(&a->inputs, input);
    }
}

static void merge_unknown_values(Symbolic *s, Term *guard, Term *other, const Path *b) {
    Path *a = &s->path;
    u32 common = 0, values = a->unknown_values.count;
    while (common < values && common < b->unknown_values.count &&
           a->unknown_values.at[common].number == b->unknown_values.at[common].number &&
           a->unknown_values.at[common].guard == b->unknown_values.at[common].guard)
        common++;
    for (u32 i = common; i < values; i++)
        a->unknown_values.at[i].guard = narrowed(s->terms, guard, a->unknown_values.at[i].guard);
    for (u32 i = common; i < b->unknown_values.count; i++) {
        PathUnknown value = b->unknown_values.at[i];
        value.guard = narrowed(s->terms, other, value.guard);
        vec_push(&a->unknown_values, value);
    }
}

/* ---- Both ---- */

static State *merged_state(Symbolic *s, State *a, const State *b, const SavedCells *cells_b,
                           const OtherObjects *others) {
    u32 prefix = common_prefix(&s->path, &b->path);
    Term *guard = conjunction_from(s->terms, &s->path.constraints, prefix);
    Term *other = conjunction_from(s->terms, &b->path.constraints, prefix);
    merge_take_objects(s, guard, others);
    for (Frame *frame = frame_of(a->r); frame; frame = frame->caller) merge_frame(s, guard, frame, cells_b);
    s->m->objects.next = MAX(s->m->objects.next, b->objects.next);
    s->path.constraints.count = prefix;
    Term *either = term_or(s->terms, guard, other);
    if (!term_is_true(either)) vec_push(&s->path.constraints, either);
    keep_common_bounds(&s->path, &b->path);
    keep_commonly_settled(&s->path, &b->path);
    keep_common_bindings(&s->path, &b->path);
    merge_printed_numbers(s, guard, &b->path);
    merge_inputs(s, guard, other, &b->path);
    merge_unknown_values(s, guard, other, &b->path);
    if (!s->path.model) s->path.model = model_keep(b->path.model);
    s->path.forks = MAX(s->path.forks, b->path.forks);
    if (!s->path.around) s->path.around = b->path.around;
    s->path.is_vague |= b->path.is_vague;
    return state_save(s->m, a->ip, a->r, &s->path, a);
}

bool merge_states(Symbolic *s, State **into, State *other) {
    State *a = *into;
    if (!may_merge(s, a, other)) return false;
    SavedCells cells_a = saved_cells(a), cells_b = saved_cells(other);
    OtherObjects others = {0};
    State *merged = NULL;
    state_load(s->m, a); /* frames are looked at where they stand */
    if (have_same_frames(s->m, a, &cells_a, &cells_b)) {
        s->path = path_copy(&a->path);
        s->path.unknowns = MAX(s->path.unknowns, other->path.unknowns);
        state_load(s->m, other);
        merge_record_objects(s, a, &others);
        state_load(s->m, a);
        if (merge_can_take_objects(s, other, &others)) merged = merged_state(s, a, other, &cells_b, &others);
        path_free(&s->path);
    }
    merge_free_objects(&others);
    saved_cells_free(&cells_a);
    saved_cells_free(&cells_b);
    if (!merged) return false;
    merged->number = a->number;
    merged->waits_at_join = true;
    merged->join_key = a->join_key;
    *into = merged;
    return true;
}
