#include "engine/widen.h"

#include "base/clock.h"
#include "engine/induct_inside.h"
#include "program/live.h"
#include "semantics/implied.h"

#include <stdlib.h>

enum {
    ROUNDS_BEFORE = 3,  /* in which the way was not certain */
    MOST_ENTRIES = 400, /* states that are kept */
    MOST_OF_LOOP = 12,  /* and of one loop */
    MOST_GENERAL = 6,   /* states of one entry */
    MOST_PROBES = 48,
    MOST_PLACES = 16,
    MOST_SECONDS = 1, /* in all */
};

/* One arrival at a loop, shared by all paths that go on from there. */
typedef struct LoopEntry {
    State *state;            /* that came; NULL: it is not kept, and the loop not widened */
    struct LoopEntry *first; /* of the state's path, if that stands for many itself; else this one */
    struct LoopEntry *outer; /* widened before it on the state's path; NULL: none */
    LoopRun *run;            /* once it is widened */
    struct SearchNode *node;
    const TrailStep *rounds; /* the choices up to where it was widened */
    u32 general;             /* states made */
    bool is_refused;
} LoopEntry;

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

/* To be made when no state runs. */
typedef struct {
    LoopEntry *entry;
    void *self;
    TermVec bindings; /* what it is bound to, as conditions */
} Probe;

struct Widening {
    Explorer *e;
    Induct in; /* for places and candidates */
    InductAnswer answer;
    VEC(LoopEntry *) entries;
    Map counts; /* the head's Block -> entries kept */
    VEC(Probe) probes;
    double seconds; /* spent on making general states */
    bool (*may_bind)(const Explorer *e, const Term *symbol);
    WidenStatistics statistics;
};

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

static void load(Widening *w, const State *state) {
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
    load(w, run->entry);
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
    load(w, run->entry);
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
    load(w, here);
    w->seconds += clock_seconds() - started;
}

/* ---- At the head ---- */

/* The first ones of each loop; later ones are much the same. */
static State *keep_entry(Widening *w, const Code *ip, u64 *r, const Function *function, u32 block) {
    Explorer *e = w->e;
    u64 key = (u64)(uintptr_t)&function->blocks[block], count = 0;
    map_get(&w->counts, key, &count);
    if (count >= MOST_OF_LOOP || w->entries.count >= MOST_ENTRIES || e->now.path.probe) return NULL;
    map_put(&w->counts, key, count + 1);
    return state_save(e->m, ip, r, &e->now.path, e->origin);
}

static void enter(Widening *w, const Code *ip, u64 *r, Stay *outer, u32 block) {
    Explorer *e = w->e;
    Path *path = &e->now.path;
    const Frame *frame = frame_of(r);
    const Function *function = frame->compiled->function;
    const Flow *flow = flow_for(w, function);
    path->stay = outer;
    if (flow->entered[block] == FLOW_NONE || flow->loops.at[flow->entered[block]].is_irreducible) return;
    State *state = keep_entry(w, ip, r, function, block);
    if (!state) return;
    LoopEntry *entry = ARENA_NEW(&w->in.arena, LoopEntry);
    *entry = (LoopEntry){.state = state, .outer = path->widened, .node = e->node};
    entry->first = path->widened ? path->widened->first : entry;
    vec_push(&w->entries, entry);
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
    for (; entry && index; index--) entry = entry->outer;
    if (!entry) return false;
    const State *state = entry->state;
    *out = (WidenedRounds){.first = state->path.trail,
                           .last = entry->rounds,
                           .function = state->compiled->function,
                           .location = program_block_location(state->compiled->function, head_block(state))};
    return true;
}

/* ---- Probes ---- */

/* Was there before the loop, or is of an object that was: it has a meaning for the probe. */
static bool is_known(Widening *w, LoopRun *run, Term *symbol) {
    return symbol->op == TERM_SYMBOL && !term_is_array(symbol) && symbol->width <= 64 &&
           candidates_is_before(&w->in, run, symbol) && w->may_bind(w->e, symbol);
}

/* How often a loop goes is what large numbers mean, as a rule: the path is bound to smaller ones where there are any. */
static void prefer_small(Widening *w, LoopRun *run, const TermVec *symbols) {
    enum { MOST_ASKED = 8, SMALL = 1 << 17 };
    Explorer *e = w->e;
    u32 asked = 0;
    for (u32 i = 0; i < symbols->count && asked < MOST_ASKED; i++) {
        Term *symbol = symbols->at[i];
        const Term *value = is_known(w, run, symbol) && symbol->width >= 32 ? explore_evaluate(e, symbol) : NULL;
        if (!value || value->value < SMALL) continue;
        Model *model = NULL;
        Term *is_small = term_ult(e->terms, symbol, term_const(e->terms, symbol->width, SMALL));
        asked++;
        if (explore_ask(e, is_small, &model) != ANSWER_YES) continue;
        explore_add_constraint(e, is_small);
        path_set_model(&e->now.path, model);
    }
}

/* What the running path's model has for what its conditions speak of. */
static void find_values(Widening *w, LoopRun *run, TermVec *bindings) {
    Explorer *e = w->e;
    const Path *path = &e->now.path;
    TermVec symbols = {0};
    term_symbols(e->terms, path->constraints.at, path->constraints.count, &symbols);
    prefer_small(w, run, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *value = is_known(w, run, symbols.at[i]) ? explore_evaluate(e, symbols.at[i]) : NULL;
        if (value) vec_push(bindings, term_eq(e->terms, symbols.at[i], value));
    }
    vec_free(&symbols);
}

bool widen_probe(Widening *w, void *self) {
    LoopEntry *entry = w->e->now.path.widened->first;
    if (w->statistics.probes >= MOST_PROBES) return false;
    Probe probe = {.entry = entry, .self = self};
    find_values(w, entry->run, &probe.bindings);
    vec_push(&w->probes, probe);
    w->statistics.probes++;
    return true;
}

/* The entry, with numbers where it has terms of what is bound. */
static void begin_probe(Widening *w, Probe *probe) {
    Explorer *e = w->e;
    const State *state = probe->entry->state;
    load(w, state);
    Path *path = &e->now.path;
    path->probe = probe->self;
    path->stay = NULL;
    path_set_model(path, NULL);
    for (u32 i = 0; i < probe->bindings.count; i++) {
        explore_add_constraint(e, probe->bindings.at[i]);
        implied_by(e->m, state->r, probe->bindings.at[i]);
    }
    vec_clear(&e->now.step_implied);
    e->node = probe->entry->node;
    explore_add_state(e, state_save(e->m, state->ip, state->r, path, state));
    path_free(path);
    vec_free(&probe->bindings);
}

void widen_begin_probes(Widening *w) {
    for (u32 i = 0; i < w->probes.count; i++) begin_probe(w, &w->probes.at[i]);
    vec_clear(&w->probes);
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

Widening *widen_begin(Explorer *e, bool (*may_bind)(const Explorer *e, const Term *symbol)) {
    Widening *w = xcalloc(1, sizeof *w);
    w->e = e;
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
    term_holder_remove(w->e->terms, w);
    arena_free(&w->in.arena);
    induct_answer_free(&w->answer);
    w->e->widening = NULL;
    free(w);
}

const WidenStatistics *widen_statistics(const Widening *w) { return &w->statistics; }
