#include "state/threads.h"

#include <stdlib.h>
#include <string.h>

/* ---- Saving ---- */

static const SavedThread *in_slot(const SavedThreads *saved, u32 slot) {
    for (u32 i = 0; saved && i < saved->count; i++)
        if (saved->at[i].slot == slot) return &saved->at[i];
    return NULL;
}

/* It waits behind a call: no arguments of another one stand behind its frame. */
static u64 cells_of(const Machine *m, u32 slot) {
    const Thread *thread = &m->threads[slot];
    return (u64)(thread->r - thread_cells(m, slot)) + frame_of(thread->r)->compiled->cells;
}

static i64 bytes_away(const Machine *m, u32 slot) { return ((i64)slot - m->thread) * (i64)m->options.max_stack; }

static void save(const Machine *m, u32 slot, SavedThread *out, const SavedThread *from) {
    const u64 *cells = thread_cells(m, slot);
    u64 bytes = cells_of(m, slot) * sizeof(u64), used = m->threads[slot].stack_used;
    out->slot = slot;
    out->thread = m->threads[slot];
    vec_copy(&out->thread.allocas, &m->threads[slot].allocas);
    image_save(&out->cells, cells, bytes, from ? &from->cells : NULL);
    image_save(&out->terms, undefined_of(m, cells), bytes, from ? &from->terms : NULL);
    image_save(&out->stack_bytes, m->stack_bytes + bytes_away(m, slot), used, from ? &from->stack_bytes : NULL);
    image_save(&out->stack_undefined, m->stack_undefined + bytes_away(m, slot), used,
               from ? &from->stack_undefined : NULL);
}

void threads_save(const Machine *m, SavedThreads *saved, const SavedThreads *from) {
    *saved = (SavedThreads){.running = m->thread};
    if (!m->threads) return;
    saved->number = m->threads[m->thread].number;
    u32 count = 0;
    for (u32 i = 0; i < MOST_THREADS; i++) count += thread_waits(m, i);
    if (!count) return;
    saved->at = xcalloc(count, sizeof *saved->at);
    for (u32 i = 0; i < MOST_THREADS; i++)
        if (thread_waits(m, i)) save(m, i, &saved->at[saved->count++], in_slot(from, i));
}

/* ---- Loading ---- */

/* Cells above the image are those of another state: no term may be left there. */
static void load_terms(Machine *m, const SavedThread *saved, u64 terms_end) {
    u64 *terms = undefined_of(m, thread_cells(m, saved->slot)), loaded = saved->terms.bytes / sizeof(u64);
    image_load(&saved->terms, terms);
    if (terms_end > loaded) memset(terms + loaded, 0, (terms_end - loaded) * sizeof(u64));
}

static void load(Machine *m, const SavedThread *saved) {
    Thread *thread = &m->threads[saved->slot];
    load_terms(m, saved, thread->terms_end);
    image_load(&saved->cells, thread_cells(m, saved->slot));
    image_load(&saved->stack_bytes, m->stack_bytes + bytes_away(m, saved->slot));
    image_load(&saved->stack_undefined, m->stack_undefined + bytes_away(m, saved->slot));
    AllocaRecords allocas = thread->allocas;
    vec_clear(&allocas);
    for (u32 i = 0; i < saved->thread.allocas.count; i++) vec_push(&allocas, saved->thread.allocas.at[i]);
    *thread = saved->thread;
    thread->terms_end = saved->terms.bytes / sizeof(u64);
    thread->allocas = allocas;
}

static void clear_slot(Machine *m, u32 slot) {
    Thread *thread = &m->threads[slot];
    if (thread->terms_end) memset(undefined_of(m, thread_cells(m, slot)), 0, thread->terms_end * sizeof(u64));
    thread->terms_end = 0;
    thread->r = NULL;
}

void threads_load(Machine *m, const SavedThreads *saved) {
    if (!m->threads) return;
    m->threads[m->thread].terms_end = m->terms_end;
    threads_use_areas(m, saved->running);
    m->terms_end = m->threads[m->thread].terms_end;
    m->threads[m->thread].terms_end = 0;
    m->threads[m->thread].r = NULL;
    m->threads[m->thread].number = saved->number;
    for (u32 i = 0; i < MOST_THREADS; i++)
        if (i != m->thread && !in_slot(saved, i)) clear_slot(m, i);
    for (u32 i = 0; i < saved->count; i++) load(m, &saved->at[i]);
}

/* ---- Saved ones ---- */

void saved_threads_copy(SavedThreads *to, const SavedThreads *from) {
    *to = *from;
    to->at = from->count ? xcalloc(from->count, sizeof *to->at) : NULL;
    for (u32 i = 0; i < from->count; i++) {
        const SavedThread *thread = &from->at[i];
        to->at[i] = (SavedThread){.slot = thread->slot,
                                  .thread = thread->thread,
                                  .cells = image_copy(&thread->cells),
                                  .terms = image_copy(&thread->terms),
                                  .stack_bytes = image_copy(&thread->stack_bytes),
                                  .stack_undefined = image_copy(&thread->stack_undefined)};
        vec_copy(&to->at[i].thread.allocas, &thread->thread.allocas);
    }
}

void saved_threads_free(SavedThreads *saved) {
    for (u32 i = 0; i < saved->count; i++) {
        SavedThread *thread = &saved->at[i];
        image_free(&thread->cells);
        image_free(&thread->terms);
        image_free(&thread->stack_bytes);
        image_free(&thread->stack_undefined);
        vec_free(&thread->thread.allocas);
    }
    free(saved->at);
    *saved = (SavedThreads){0};
}
