#include "engine/widen_inside.h"

#include "base/clock.h"
#include "program/live.h"

#include <stdlib.h>

enum {
    ROUNDS_BEFORE = 3, /* in which the way was not certain */
    MOST_OF_LOOP = 12, /* states of one loop that are kept */
    MOST_GENERAL = 6,  /* states of one entry */
    MOST_PLACES = 16,
    MOST_SECONDS = 1, /* in all */
};

/* A path in a loop. Shared by its siblings, so never changed. */
typedef struct Stay {
    LoopEntry *entry;
    const u64 *r;
    const Code *return_to; /* of the frame: later calls stand at the same place */
    const Flow *flow;
    u32 loop, block;
    u32 forks;  /* of the path when the round began */
    u32 rounds; /* that were not certain */
    bool is_general;
    struct Stay *outer;
} Stay;

/* ---- The loops that a path is in ---- */

static const Flow *flow_for(Widening *w, const Function *function) {
    Flow *flow = map_get_ptr(&w->in.flows, function);
    if (flow) return flow;
    flow = flow_of(function);
    map_put_ptr(&w->in.flows, function, flow);
    return flow;
}

static bool is_of_frame(const Stay *stay, const u64 *r) {
    return stay->r == r && stay->return_to == frame_of((u64 *)(uintptr_t)r)->return_to;
}

static bool has_left(const Stay *stay, const u64 *r, u32 block) {
    if (stay->r < r) return false;
    return !is_of_frame(stay, r) || !flow_loop_has(stay->flow, stay->loop, block);
}

/* ---- General states ---- */

void widen_load(Widening *w, const State *state) {
    Explorer *e = w->e;
    state_load(e->m, state);
    path_free(&e->now.path);
    e->now.path = path_copy(&state->path);
}

static State *copy_of(const State *state) {
    State *copy = state_copy(state);
    copy->path = path_copy(&state->path);
    return copy;
}

static void open_run(Widening *w, const Stay *stay) {
    LoopEntry *entry = stay->entry;
    const Function *function = entry->state->compiled->function;
    LoopRun *run = xcalloc(1, sizeof *run);
    *run = (LoopRun){.entry = copy_of(entry->state), .flow = stay->flow, .loop = stay->loop};
    bool *counts = ARENA_ARRAY(&w->in.arena, bool, function->register_count + 1);
    program_live_at_block(function, stay->block, false, counts);
    run->counts = counts;
    entry->run = run;
    widen_load(w, run->entry);
    candidates_begin(&w->in, run);
}

/* Candidates that do not hold in the state that the machine holds with its path are dropped; with `has_new` those that do
 * are assumed from here on. */
static bool check_candidates(Widening *w, LoopRun *run, bool has_new) {
    TermVec values = {0};
    places_read(&w->in, run, &values);
    bool dropped = !w->in.has_failed && candidates_check(&w->in, run, &values, has_new);
    vec_free(&values);
    return dropped;
}

static void add_general(Widening *w, const Stay *stay) {
    Explorer *e = w->e;
    LoopEntry *entry = stay->entry;
    LoopRun *run = entry->run;
    widen_load(w, run->entry);
    places_set(&w->in, run, 0);
    Path *path = &e->now.path;
    path_set_model(path, NULL);
    for (u32 i = 0; i < run->candidates.count; i++)
        if (run->candidates.at[i].is_assumed && !run->candidates.at[i].is_dropped)
            vec_push(&path->constraints, run->candidates.at[i].term);
    Stay general = *stay;
    general.is_general = true;
    general.forks = path->forks;
    path->stay = arena_copy(&w->in.arena, &general, sizeof general);
    path->widened = entry;
    State *state = state_save(e->m, run->entry->ip, run->entry->r, path, run->entry);
    explore_add_state(e, state);
    entry->general++;
    w->statistics.general++;
}

/* The state has come round: the places are at least what it has changed. True: there was something new. */
static bool widen_by(Widening *w, const Stay *stay, const State *here) {
    LoopRun *run = stay->entry->run;
    u32 places = run->places.count, symbols = w->in.symbols;
    w->in.has_failed = false;
    text_clear(&w->answer.reason);
    places_widen(&w->in, run, here);
    if (run->places.count > MOST_PLACES) w->in.has_failed = true;
    bool has_new = run->places.count != places || w->in.symbols != symbols;
    if (!w->in.has_failed) has_new |= check_candidates(w, run, has_new);
    stay->entry->is_refused = w->in.has_failed;
    return has_new;
}

/* The machine holds `here`, and does so again afterwards. */
static void widen(Widening *w, const Stay *stay, const State *here) {
    LoopEntry *entry = stay->entry;
    bool is_first = !entry->run;
    double started = clock_seconds();
    if (is_first) {
        open_run(w, stay);
        entry->rounds = here->path.trail;
        w->statistics.widened++;
    }
    bool has_new = widen_by(w, stay, here);
    w->statistics.refused += entry->is_refused;
    if (!entry->is_refused && (has_new || is_first) && entry->general < MOST_GENERAL) add_general(w, stay);
    widen_load(w, here);
    w->seconds += clock_seconds() - started;
}

/* ---- At the head ---- */

LoopEntry *widen_keep_entry(Widening *w, const Code *ip, u64 *r, const void *place, u32 most) {
    enum { MOST_ENTRIES = 400 };
    Explorer *e = w->e;
    const Path *path = &e->now.path;
    u64 key = (u64)(uintptr_t)place, count = 0;
    map_get(&w->counts, key, &count);
    if (count >= most || w->entries.count >= MOST_ENTRIES || path->probe) return NULL;
    map_put(&w->counts, key, count + 1);
    LoopEntry *entry = ARENA_NEW(&w->in.arena, LoopEntry);
    *entry = (LoopEntry){.state = state_save(e->m, ip, r, path, e->origin), .outer = path->widened, .node = e->node};
    entry->first = path->widened ? path->widened->first : entry;
    vec_push(&w->entries, entry);
    return entry;
}

static void enter(Widening *w, const Code *ip, u64 *r, Stay *outer, u32 block) {
    Explorer *e = w->e;
    Path *path = &e->now.path;
    const Frame *frame = frame_of(r);
    const Function *function = frame->compiled->function;
    const Flow *flow = flow_for(w, function);
    path->stay = outer;
    if (flow->entered[block] == FLOW_NONE || flow->loops.at[flow->entered[block]].is_irreducible) return;
    LoopEntry *entry = widen_keep_entry(w, ip, r, &function->blocks[block], MOST_OF_LOOP);
    if (!entry) return;
    Stay stay = {.entry = entry,
                 .r = r,
                 .return_to = frame->return_to,
                 .flow = flow,
                 .loop = flow->entered[block],
                 .block = block,
                 .forks = path->forks,
                 .outer = outer};
    path->stay = arena_copy(&w->in.arena, &stay, sizeof stay);
}

/* A general state has gone round once: what it may be from here on is covered by general states. */
static bool end_general(Widening *w, const Code *ip, u64 *r, const Stay *stay) {
    Explorer *e = w->e;
    if (!stay->entry->is_refused && stay->entry->general < MOST_GENERAL && w->seconds <= MOST_SECONDS) {
        State *here = state_save(e->m, ip, r, &e->now.path, e->origin);
        widen(w, stay, here);
        state_free(here);
    }
    w->statistics.covered++;
    strategy_drop(e->m);
    return true;
}

static bool come_round(Widening *w, const Code *ip, u64 *r, const Stay *stay) {
    Explorer *e = w->e;
    Path *path = &e->now.path;
    if (stay->is_general) return end_general(w, ip, r, stay);
    if (path->forks == stay->forks) return false;
    Stay next = *stay;
    next.forks = path->forks;
    next.rounds++;
    path->stay = arena_copy(&w->in.arena, &next, sizeof next);
    if (next.rounds < ROUNDS_BEFORE || stay->entry->run || w->seconds > MOST_SECONDS) return false;
    const State *here = explore_pause(e->m, ip, r, NULL, 0);
    if (here) widen(w, stay, here);
    return here != NULL;
}

bool widen_at_head(Widening *w, const Code *ip, u64 *r) {
    Stay *stay = w->e->now.path.stay;
    u32 block = (u32)(ip - 1)->imm;
    while (stay && has_left(stay, r, block)) stay = stay->outer;
    if (stay && stay->block == block && is_of_frame(stay, r)) {
        w->e->now.path.stay = stay;
        return come_round(w, ip, r, stay);
    }
    enter(w, ip, r, stay, block);
    return false;
}

/* ---- What was widened ---- */

bool widen_rounds(const Path *path, u32 index, WidenedRounds *out) {
    const LoopEntry *entry = path->widened;
    for (; entry && (index || entry->site); entry = entry->outer) index -= !entry->site;
    if (!entry) return false;
    const State *state = entry->state;
    *out = (WidenedRounds){.first = state->path.trail,
                           .last = entry->rounds,
                           .function = state->compiled->function,
                           .location = program_block_location(state->compiled->function, head_block(state))};
    return true;
}

/* ---- Beginning and end ---- */

static void mark_terms(void *self, TermStore *store) {
    Widening *w = self;
    u32 mark = w->e->mark;
    for (u32 i = 0; i < w->entries.count; i++) {
        LoopEntry *entry = w->entries.at[i];
        path_mark(&entry->state->path, store);
        state_mark(entry->state, store, mark);
        if (entry->run) loop_run_mark(entry->run, store, mark);
    }
    for (u32 i = 0; i < w->probes.count; i++)
        for (u32 k = 0; k < w->probes.at[i].bindings.count; k++) term_mark(store, w->probes.at[i].bindings.at[k]);
}

Widening *widen_begin(Explorer *e, const ProgramEffects *effects,
                      bool (*may_bind)(const Explorer *e, const Term *symbol)) {
    Widening *w = xcalloc(1, sizeof *w);
    w->e = e;
    w->effects = effects;
    w->may_bind = may_bind;
    w->in = (Induct){.e = e, .options = {.rounds = 1}, .answer = &w->answer, .names = "left by a loop"};
    e->widening = w;
    term_holder_add(e->terms, (TermHolder){.self = w, .mark = mark_terms});
    return w;
}

void widen_end(Widening *w) {
    for (u32 i = 0; i < w->entries.count; i++) {
        LoopEntry *entry = w->entries.at[i];
        if (entry->run) loop_run_free(entry->run);
        state_free(entry->state);
    }
    vec_free(&w->entries);
    for (u32 i = 0; i < w->probes.count; i++) vec_free(&w->probes.at[i].bindings);
    vec_free(&w->probes);
    for (u32 i = 0; i < w->in.flows.count; i++) flow_free((Flow *)(uintptr_t)w->in.flows.entries[i].value);
    map_free(&w->in.flows);
    map_free(&w->counts);
    vec_free(&w->due);
    vec_free(&w->skipped);
    term_holder_remove(w->e->terms, w);
    arena_free(&w->in.arena);
    induct_answer_free(&w->answer);
    w->e->widening = NULL;
    free(w);
}

const WidenStatistics *widen_statistics(const Widening *w) { return &w->statistics; }
