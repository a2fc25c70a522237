/* Calls by what they may do: see widen.h. */
#include "engine/widen_inside.h"

#include "semantics/lift.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_OF_CALL = 4,       /* states before one call that are kept */
    FEWEST_BRANCHES = 16,   /* less is always followed */
    FRAMES_BEFORE = 3,      /* of one function, before the next call of it may be skipped */
    FORKS_BEFORE = 24,      /* in a call that no path has returned from, before it is skipped, */
    FORKS_OF_RETURNED = 200 /* and in one that some have */
};

/* ---- The calls that a path is in ---- */

static const Function *callee_of(const Machine *m, const Code *ip, u64 *r, const CallSite *site) {
    if (site->function) return site->function;
    if (lift_term(m, r, ip->b)) return NULL;
    u32 object = pointer_object(r[ip->b]);
    if (!object || object >= m->objects.next) return NULL;
    const ObjectInfo *info = object_info(&m->objects, object);
    return info->kind == OBJECT_FUNCTION ? info->function : NULL;
}

/* The function stands on the stack so often; the whole stack is not looked at: it may be as deep as there is room. */
static bool has_frames(u64 *r, const Function *function, u32 count) {
    for (const Frame *frame = frame_of(r); frame && count; frame = frame->caller)
        count -= frame->compiled->function == function;
    return !count;
}

static void ask_for_skip(Widening *w, LoopEntry *entry) {
    entry->is_due = true;
    vec_push(&w->due, entry);
}

/* Since the first of these frames was entered the path has gone ways that were not certain. */
static bool is_uncertain(const Path *path, const CallSite *site) {
    const Called *oldest = NULL;
    for (const Called *call = path->called; call; call = call->outer)
        if (call->site->function == site->function) oldest = call;
    return oldest && oldest->entry && path->forks > oldest->entry->state->path.forks;
}

void widen_before_call(Widening *w, const Code *ip, u64 *r, const CallSite *site) {
    Path *path = &w->e->now.path;
    const Function *callee = callee_of(w->e->m, ip, r, site);
    const Effects *effects = callee && w->effects ? effects_of(w->effects, callee) : NULL;
    if (!effects || !effects->returns || (effects->branches < FEWEST_BRANCHES && !effects->is_recursive)) return;
    bool is_deep = effects->is_recursive && has_frames(r, callee, FRAMES_BEFORE) && is_uncertain(path, site);
    LoopEntry *entry = widen_keep_entry(w, ip, r, is_deep ? (const void *)callee : site, MOST_OF_CALL);
    if (!entry) return;
    entry->site = site;
    entry->effects = effects;
    Called call = {.entry = entry, .site = site, .r = r, .outer = path->called};
    path->called = arena_copy(&w->in.arena, &call, sizeof call);
    if (is_deep) ask_for_skip(w, entry);
}

void widen_after_call(Widening *w, u64 *r, const CallSite *site) {
    Path *path = &w->e->now.path;
    while (path->called && path->called->r > r) path->called = path->called->outer; /* longjmp has left them */
    if (!path->called || path->called->r != r || path->called->site != site) return;
    if (path->called->entry) path->called->entry->returns++;
    else path->does_not_fork = false;
    path->called = path->called->outer;
}

void widen_forked(Widening *w) {
    for (const Called *call = w->e->now.path.called; call; call = call->outer) {
        LoopEntry *entry = call->entry;
        if (!entry || entry->is_due) continue;
        entry->forks++;
        if (entry->forks >= (entry->returns ? FORKS_OF_RETURNED : FORKS_BEFORE)) ask_for_skip(w, entry);
    }
}

/* ---- Skipping ---- */

static Term *fresh(void *self, u32 bits) {
    Widening *w = self;
    char name[48];
    snprintf(name, sizeof name, "left by a call@%u", w->in.symbols++);
    return term_symbol(w->e->terms, name, bits);
}

static Term *fresh_array(void *self, u32 element) {
    Widening *w = self;
    char name[48];
    snprintf(name, sizeof name, "left by a call@%u", w->in.symbols++);
    return term_symbol_array(w->e->terms, name, MEMORY_INDEX_BITS, element * 8);
}

/* What was known before the call: in memory, in the conditions, and in all frames. The machine holds the entry. */
static void open_run(Widening *w, LoopEntry *entry) {
    const State *state = entry->state;
    const Function *function = state->compiled->function;
    LoopRun *run = xcalloc(1, sizeof *run);
    bool *counts = ARENA_ARRAY(&w->in.arena, bool, function->register_count + 1);
    for (u32 i = 0; i < function->register_count; i++) counts[i] = true;
    *run = (LoopRun){.entry = state_copy(state), .counts = counts};
    run->entry->path = path_copy(&state->path);
    entry->run = run;
    candidates_begin(&w->in, run);
    TermVec terms = {0};
    for (Frame *frame = frame_of(state->r); frame; frame = frame->caller)
        for (u32 i = 0; i < frame->compiled->cells; i++) {
            Term *term = lift_term(w->e->m, frame_cells(frame), i);
            if (term) vec_push(&terms, term);
        }
    candidates_note_symbols(&w->in, run, terms.at, terms.count);
    vec_free(&terms);
}

/* What those that have called may still look at. */
static u64 *relevant_globals(Widening *w, const State *state) {
    u32 words = w->effects->words;
    u64 *relevant = ARENA_ARRAY(&w->in.arena, u64, words);
    for (Frame *frame = frame_of(state->r); frame; frame = frame->caller) {
        const Effects *effects = effects_of(w->effects, frame->compiled->function);
        for (u32 i = 0; effects && i < words; i++) relevant[i] |= effects->globals[i];
    }
    return relevant;
}

static void note_place(Widening *w, const LoopEntry *entry, const Function *callee) {
    LocationId place = entry->site->insn->location;
    for (u32 i = 0; i < w->skipped.count; i++)
        if (w->skipped.at[i].location == place && w->skipped.at[i].function == callee) return;
    vec_push(&w->skipped, (SkippedPlace){callee, place});
}

static void skip(Widening *w, LoopEntry *entry) {
    Explorer *e = w->e;
    const State *state = entry->state;
    widen_load(w, state);
    Path *path = &e->now.path;
    const Function *callee = callee_of(e->m, state->ip, state->r, entry->site);
    SkippedCall call = {.ip = state->ip,
                        .r = state->r,
                        .effects = entry->effects,
                        .relevant = relevant_globals(w, state),
                        .globals = w->effects->globals,
                        .self = w,
                        .fresh = fresh,
                        .fresh_array = fresh_array};
    open_run(w, entry);
    if (lift_skip_call(e->m, &call)) {
        path->widened = entry;
        e->node = entry->node;
        explore_add_state(e, state_save(e->m, state->ip + 1, state->r, path, state));
        entry->general++;
        w->statistics.skipped++;
        note_place(w, entry, callee);
    } else {
        w->statistics.refused++;
    }
    path_free(path);
}

void widen_skip_due(Widening *w) {
    for (u32 i = 0; i < w->due.count; i++) skip(w, w->due.at[i]);
    vec_clear(&w->due);
}

const SkippedPlace *widen_skipped(const Widening *w, u32 *count) {
    *count = w->skipped.count;
    return w->skipped.at;
}
