#include "state/state.h"

#include "machine/scalar.h"
#include "memory/bytes/contents.h"
#include "memory/store/storage.h"

/* Arguments of the call being made stand behind the frame. */
static u64 cells_in_use(const Machine *m, const Code *ip, const u64 *r) {
    const Compiled *compiled = frame_of((u64 *)(uintptr_t)r)->compiled;
    u64 end = compiled->cells;
    switch (code_infos[ip->op].form) {
    case FORM_CALL: end = MAX(end, (u64)ip->a + ((const CallSite *)ip->data)->arg_cells); break;
    default:
        if (ip->op == CODE_COPY_ARGUMENT) end = MAX(end, (u64)ip->d);
        break;
    }
    return (u64)(r - m->cells) + end;
}

State *state_save(Machine *m, const Code *ip, u64 *r, const Path *path, const State *from) {
    State *state = xcalloc(1, sizeof *state);
    u64 cells = cells_in_use(m, ip, r) * sizeof(u64);
    assert(from == NULL || !from->is_parked);
    state->ip = ip;
    state->r = r;
    state->compiled = frame_of(r)->compiled;
    image_save(&state->cells, m->cells, cells, from ? &from->cells : NULL);
    image_save(&state->terms, m->undefined, cells, from ? &from->terms : NULL);
    image_save(&state->stack_bytes, m->stack_bytes, m->stack_used, from ? &from->stack_bytes : NULL);
    image_save(&state->stack_undefined, m->stack_undefined, m->stack_used, from ? &from->stack_undefined : NULL);
    image_save(&state->block_counts, m->block_counts, m->blocks.count * sizeof(u32), from ? &from->block_counts : NULL);
    objects_save(&m->objects, &state->objects, from ? &from->objects : NULL);
    state->stack_used = m->stack_used;
    state->stack_sparse = m->stack_sparse;
    vec_copy(&state->allocas, &m->allocas);
    threads_save(m, &state->threads, from ? &from->threads : NULL);
    state->next_destructor = m->next_destructor;
    state->failed_allocation = m->failed_allocation;
    state->statics_known = m->statics.count;
    state->model = m->memory->model;
    state->memory_state = memory_state_keep(state->model, m->memory->state);
    state->path = path_copy(path);
    return state;
}

State *state_copy(const State *state) {
    assert(!state->is_parked);
    State *copy = xcalloc(1, sizeof *copy);
    copy->ip = state->ip;
    copy->r = state->r;
    copy->compiled = state->compiled;
    copy->cells = image_copy(&state->cells);
    copy->terms = image_copy(&state->terms);
    copy->stack_bytes = image_copy(&state->stack_bytes);
    copy->stack_undefined = image_copy(&state->stack_undefined);
    copy->block_counts = image_copy(&state->block_counts);
    objects_snapshot_copy(&copy->objects, &state->objects);
    copy->stack_used = state->stack_used;
    copy->stack_sparse = state->stack_sparse;
    vec_copy(&copy->allocas, &state->allocas);
    saved_threads_copy(&copy->threads, &state->threads);
    copy->next_destructor = state->next_destructor;
    copy->failed_allocation = state->failed_allocation;
    copy->statics_known = state->statics_known;
    copy->model = state->model;
    copy->memory_state = memory_state_keep(state->model, state->memory_state);
    return copy;
}

/* Cells above the image are those of another state: no term may be left there. */
static void load_terms(Machine *m, const State *state) {
    u64 loaded = state->terms.bytes / sizeof(u64);
    image_load(&state->terms, m->undefined);
    if (m->terms_end > loaded) memset(m->undefined + loaded, 0, (m->terms_end - loaded) * sizeof(u64));
    m->terms_end = loaded;
}

/* Blocks that were decoded since have not been run by this state. */
static void load_block_counts(Machine *m, const State *state) {
    u64 known = state->block_counts.bytes / sizeof(u32);
    image_load(&state->block_counts, m->block_counts);
    if (m->blocks.count > known) memset(m->block_counts + known, 0, (m->blocks.count - known) * sizeof(u32));
}

void state_load(Machine *m, const State *state) {
    assert(!state->is_parked && state->model == m->memory->model);
    threads_load(m, &state->threads);
    image_load(&state->cells, m->cells);
    load_terms(m, state);
    image_load(&state->stack_bytes, m->stack_bytes);
    image_load(&state->stack_undefined, m->stack_undefined);
    load_block_counts(m, state);
    objects_load(&m->objects, &state->objects);
    for (u32 i = state->statics_known; i < m->statics.count; i++) {
        const StaticObject *made = &m->statics.at[i];
        objects_add_static(&m->objects, made->number, &made->object, &made->info);
    }
    m->stack_used = state->stack_used;
    m->stack_sparse = state->stack_sparse;
    vec_clear(&m->allocas);
    for (u32 i = 0; i < state->allocas.count; i++) vec_push(&m->allocas, state->allocas.at[i]);
    m->next_destructor = state->next_destructor;
    m->failed_allocation = state->failed_allocation;
    memory_state_drop(state->model, m->memory->state);
    m->memory->state = memory_state_keep(state->model, state->memory_state);
}

static void free_contents(State *state) {
    image_free(&state->cells);
    image_free(&state->terms);
    image_free(&state->stack_bytes);
    image_free(&state->stack_undefined);
    image_free(&state->block_counts);
    objects_snapshot_free(&state->objects);
    vec_free(&state->allocas);
    saved_threads_free(&state->threads);
    vec_free(&state->pending);
    vec_free(&state->order);
    if (state->model) memory_state_drop(state->model, state->memory_state);
}

void state_free(State *state) {
    if (!state) return;
    free_contents(state);
    path_free(&state->path);
    free(state);
}

void state_park(State *state) {
    u64 condition_hash = state->is_parked ? state->condition_hash : path_condition_hash(&state->path);
    free_contents(state);
    Path kept = {.log = state->path.log, .forks = state->path.forks};
    state->path.log = (PathLog){0};
    path_free(&state->path);
    *state = (State){.path = kept,
                     .ip = state->ip,
                     .r = state->r,
                     .compiled = state->compiled,
                     .waits_at_join = state->waits_at_join,
                     .join_key = state->join_key,
                     .condition_hash = condition_hash,
                     .node = state->node,
                     .search_slot = state->search_slot,
                     .index = state->index,
                     .number = state->number,
                     .is_parked = true,
                     .was_counted = true};
}

/* ---- Terms that states hold ---- */

static void visit_words(const void *words, u64 count, TermVisit *visit, void *self) {
    Term *const *terms = words;
    for (u64 i = 0; i < count; i++)
        if (terms[i]) visit(self, terms[i]);
}

static void visit_page(const ObjectPage *page, TermVisit *visit, void *self) {
    for (u32 i = 0; i < OBJECT_PAGE; i++)
        if (page->objects[i].contents) contents_visit_terms(page->objects[i].contents, visit, self);
}

static void mark_visited(void *store, Term *term) { term_mark(store, term); }

static void mark_image(const Image *terms, TermStore *store, u32 mark) {
    for (u32 i = 0; i < terms->count; i++) {
        ImageChunk *chunk = terms->chunks[i];
        if (chunk->mark == mark) continue;
        chunk->mark = mark;
        visit_words(chunk->bytes, IMAGE_CHUNK / sizeof(u64), mark_visited, store);
    }
}

void state_mark(State *state, TermStore *store, u32 mark) {
    mark_image(&state->terms, store, mark);
    for (u32 i = 0; i < state->threads.count; i++) mark_image(&state->threads.at[i].terms, store, mark);
    for (u32 i = 0; i < state->objects.chunk_count; i++) {
        DirectoryChunk *chunk = state->objects.chunks[i];
        if (chunk->mark == mark) continue;
        chunk->mark = mark;
        for (u32 k = 0; k < DIRECTORY_CHUNK; k++)
            if (chunk->pages[k] && chunk->pages[k] != &objects_nothing)
                visit_page(chunk->pages[k], mark_visited, store);
    }
    memory_state_mark(state->model, state->memory_state, store);
}

void state_visit_running(Machine *m, TermVisit *visit, void *self) {
    visit_words(m->undefined, m->terms_end, visit, self);
    for (u32 i = 0; m->threads && i < MOST_THREADS; i++)
        if (thread_waits(m, i)) visit_words(undefined_of(m, thread_cells(m, i)), m->threads[i].terms_end, visit, self);
    for (u32 i = 0; i < m->objects.page_count; i++)
        if (m->objects.pages[i] != &objects_nothing) visit_page(m->objects.pages[i], visit, self);
}

void state_mark_running(Machine *m, TermStore *store, u32 mark) {
    state_visit_running(m, mark_visited, store);
    memory_state_mark(m->memory->model, m->memory->state, store);
}
