#include "engine/shape_inside.h"

#include "base/clock.h"
#include "engine/watch.h"
#include "memory/pointer.h"
#include "semantics/lift.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CERTAIN_ROUNDS = 3000, MOST_KEPT = 20000, MOST_FRAMES = 200, MOST_FOLDS = 10000 };

/* ---- Failing ---- */

void shape_fail(Shape *s, const char *format, ...) {
    if (s->has_failed) return;
    s->has_failed = true;
    va_list list;
    va_start(list, format);
    char *text = NULL;
    if (vasprintf(&text, format, list) >= 0) text_add(&s->answer->reason, text);
    free(text);
    va_end(list);
}

static LocationId location_of(const State *state) {
    return program_block_location(state->compiled->function, shape_block(state));
}

static void add_place(Shape *s, const State *state) {
    const Program *program = s->e->m->program;
    const Location *location = &program->locations.at[location_of(state)];
    text_printf(&s->answer->reason, " (at %s:%u)", program->files.at[location->file], location->line);
}

/* The reason is that of this place. */
static void fail_at(Shape *s, const State *state, const char *why) {
    if (s->has_failed) return;
    shape_fail(s, "%s", why);
    add_place(s, state);
}

Term *shape_symbol(Shape *s, u32 bits) {
    char name[32];
    snprintf(name, sizeof name, "shape@%u", s->symbols++);
    return term_symbol(s->e->terms, name, bits);
}

/* ---- Going on ---- */

static const Flow *flow_for(Shape *s, const Function *function) {
    Flow *flow = map_get_ptr(&s->flows, function);
    if (flow) return flow;
    flow = flow_of(function);
    map_put_ptr(&s->flows, function, flow);
    return flow;
}

static void load(Shape *s, const State *state) {
    state_load(s->e->m, state);
    path_free(&s->e->now.path);
    s->e->now.path = path_copy(&state->path);
}

/* The running state, which waits where `like` does; the path is taken. */
static State *save(Shape *s, const State *like) {
    Path *path = &s->e->now.path;
    State *state = state_save(s->e->m, like->ip, like->r, path, like);
    path_free(path);
    *path = (Path){0};
    return state;
}

/* ---- Unfolding ---- */

static void unfold_one_way(Shape *s, const State *state, u32 object, bool more) {
    load(s, state);
    s->e->now.path.forks++;
    if (!shape_unfold(s, object, more)) {
        shape_fail(s, "there is no room for more blocks");
        return;
    }
    State *way = save(s, state);
    for (u32 i = 0; i < state->pending.count; i++) vec_push(&way->pending, state->pending.at[i]);
    explore_add_state(s->e, way);
}

static void unfold(Shape *s, State *state, u32 object) {
    explore_remove(s->e, state);
    unfold_one_way(s, state, object, false);
    unfold_one_way(s, state, object, true);
    state_free(state);
}

static void go_on(Shape *s, State *state) {
    state->waits_at_join = false;
    s->touched = 0;
    explore_resume(s->e, state);
    explore_end_path(s->e);
    if (s->touched && s->e->states.count) unfold(s, vec_last(&s->e->states), s->touched);
}

/* ---- Pointers that may be one of several ---- */

static void write_unit(Shape *s, const Thing *thing, const Unit *unit, u64 pointer) {
    Term *value = term_const(s->e->terms, 64, pointer);
    if (!thing->number) {
        lift_set(s->e->m, (u64 *)(uintptr_t)thing->place, unit->offset, value);
        return;
    }
    if (shape_pointer_bytes(s) == 4) value = pointer_to_word(s->e->terms, value);
    contents_store(shape_memory(s), thing->number, unit->offset, value, unit->size);
}

/* A state for each pointer that the unit can be. */
static void split(Shape *s, const State *state, const Heap *heap, u32 index) {
    const Unit *unit = &heap->units.at[index];
    u32 thing = heap_thing_of_unit(heap, index);
    TermStore *store = s->e->terms;
    Term *pointer = unit->term;
    if (thing != NO_THING && heap->things.at[thing].number && shape_pointer_bytes(s) == 4 && unit->size == 4)
        pointer = pointer_from_word(shape_memory(s), pointer);
    Values values = {0};
    bool is_known = thing != NO_THING && pointer->width == 64 && leaves_collect(store, pointer, &values);
    if (!is_known) fail_at(s, state, "a pointer is mixed with other values");
    for (u32 i = 0; i < values.count && is_known; i++) {
        bool is_new = true;
        for (u32 k = 0; k < i; k++) is_new = is_new && values.at[k] != values.at[i];
        if (!is_new) continue;
        load(s, state);
        Term *is_it = term_eq(store, term_number(store, pointer), term_const(store, 64, values.at[i]));
        Model *model = NULL;
        if (explore_ask(s->e, is_it, &model) == ANSWER_NO) continue;
        explore_add_constraint(s->e, is_it);
        path_set_model(&s->e->now.path, model);
        write_unit(s, &heap->things.at[thing], unit, values.at[i]);
        s->e->now.path.forks++; /* the loop it is at has come to a choice */
        State *way = save(s, state);
        way->waits_at_join = true;
        explore_add_state(s->e, way);
    }
    vec_free(&values);
}

/* ---- Stations ---- */

static u64 stack_hash(const Machine *m, const State *state, u32 *depth) {
    u64 hash = hash_combine(m->stack_used, m->allocas.count);
    hash = hash_combine(hash, (u64)m->next_destructor << 32 | m->failed_allocation);
    for (const Frame *frame = frame_of(state->r); frame; frame = frame->caller, ++*depth)
        hash = hash_combine(hash, (u64)(uintptr_t)frame->return_to ^ (u64)(uintptr_t)frame->bytes);
    return hash;
}

/* The machine holds the state. */
static Station *station_of(Shape *s, const State *state) {
    u32 depth = 0;
    u64 stack = stack_hash(s->e->m, state, &depth);
    if (depth > MOST_FRAMES) fail_at(s, state, "calls are nested too deeply, or there is recursion");
    for (u32 i = 0; i < s->stations.count; i++) {
        Station *station = s->stations.at[i];
        if (station->ip == state->ip && station->r == state->r && station->stack == stack) return station;
    }
    Station *station = xcalloc(1, sizeof *station);
    *station = (Station){.ip = state->ip, .r = state->r, .stack = stack};
    vec_push(&s->stations, station);
    return station;
}

static void keep(Shape *s, Station *station, Heap *heap) {
    Kept *kept = xcalloc(1, sizeof *kept);
    kept->heap = *heap;
    *heap = (Heap){0};
    vec_copy(&kept->constraints, &s->e->now.path.constraints);
    vec_push(&station->kept, kept);
    if (++s->answer->kept > MOST_KEPT) shape_fail(s, "too many states");
}

static void kept_free(Kept *kept) {
    heap_free(&kept->heap);
    vec_free(&kept->constraints);
    free(kept);
}

static bool is_covered(Shape *s, const Station *station, const Heap *heap) {
    for (u32 i = station->kept.count; i-- > 0;)
        if (shape_covers(s, station->kept.at[i], heap)) return true;
    return false;
}

/* ---- Making a state simpler ---- */

/* Reads the heap; false: the state is not to go on from here, it has been split or is not understood. */
static bool read_heap(Shape *s, const State *state, Heap *heap) {
    u32 unit = NO_THING;
    switch (heap_read(s, state, heap, &unit)) {
    case HEAP_READ: return true;
    case HEAP_MUST_SPLIT: {
        State *now = save(s, state);
        split(s, now, heap, unit);
        state_free(now);
        break;
    }
    case HEAP_NOT_UNDERSTOOD: add_place(s, state); break;
    }
    heap_free(heap);
    return false;
}

/* Blocks that nothing leads to. True: there were some, the heap is to be read again. */
static bool forget_lost(Shape *s, const State *state, const Heap *heap) {
    if (heap->lost.count && s->options.keeps_blocks) fail_at(s, state, "a block seems to be lost");
    for (u32 i = 0; i < heap->lost.count && !s->has_failed; i++)
        objects_end(&s->e->m->objects, heap->lost.at[i], OBJECT_FREED);
    return heap->lost.count != 0;
}

/* Reads the heap, with `folds` as far as it can be folded; false: as in read_heap. */
static bool prepare(Shape *s, const State *state, Heap *heap, bool folds) {
    if (!read_heap(s, state, heap)) return false;
    for (u32 i = 0; i < MOST_FOLDS && !s->has_failed; i++) {
        if (!forget_lost(s, state, heap) && !(folds && shape_fold(s, heap))) return true;
        heap_free(heap);
        if (s->has_failed || !read_heap(s, state, heap)) return false;
    }
    return true;
}

/* The kept state that the running one is joined with; NULL: there are few of its structure. */
static const Kept *partner(Shape *s, const Station *station, const Heap *heap) {
    const Kept *best = NULL;
    u32 least = UINT32_MAX, alike = 0;
    for (u32 i = station->kept.count; i-- > 0;) {
        if (station->kept.at[i]->heap.structure != heap->structure) continue;
        u32 differences = shape_differences(s, station->kept.at[i], heap);
        alike += differences != UINT32_MAX;
        if (differences >= least) continue;
        best = station->kept.at[i];
        least = differences;
    }
    return alike >= s->options.delay ? best : NULL;
}

/* Where ways merely meet, states are compared as long as that spares some of them. */
static bool is_worth_comparing(Shape *s, const State *state) {
    enum { FEW_TRIES = 16, LEAST_SHARE = 6 };
    bool inserted;
    u64 *cell = map_cell(&s->meetings, (u64)(uintptr_t)state->ip, &inserted);
    u32 tries = (u32)(*cell >> 32), spared = (u32)*cell;
    return tries < FEW_TRIES || spared * LEAST_SHARE >= tries;
}

static void note_meeting(Shape *s, const Code *ip, bool is_spared) {
    bool inserted;
    *map_cell(&s->meetings, (u64)(uintptr_t)ip, &inserted) += 1ull << 32 | is_spared;
}

/* The state, which the machine holds, goes on from here unless it is covered. `is_simplified`: it has come round. */
static void settle(Shape *s, State *state, bool is_simplified) {
    Heap heap = {0};
    bool is_there = prepare(s, state, &heap, is_simplified);
    if (!is_there || s->has_failed) {
        heap_free(&heap);
        state_free(state);
        return;
    }
    shape_forget_path(s, &heap);
    Station *station = station_of(s, state);
    bool covered = is_covered(s, station, &heap);
    const Kept *with = !covered && is_simplified ? partner(s, station, &heap) : NULL;
    if (with) {
        shape_join(s, with, &heap);
        heap_free(&heap);
        if (!read_heap(s, state, &heap)) {
            state_free(state);
            return;
        }
        shape_forget_path(s, &heap);
        covered = is_covered(s, station, &heap);
    }
    if (!is_simplified) note_meeting(s, state->ip, covered);
    if (covered) {
        s->answer->covered++;
    } else {
        keep(s, station, &heap);
        State *next = save(s, state);
        state_free(state);
        state = NULL;
        go_on(s, next);
    }
    heap_free(&heap);
    if (state) state_free(state);
}

/* ---- Loops ---- */

static bool has_left(const Visit *visit, const State *state) {
    if (state->r != visit->r) return state->r < visit->r;
    return !flow_loop_has(visit->flow, visit->loop, shape_block(state));
}

/* Notes that the state is at a loop's head. True: it has come round since, and something was chosen on the way. */
static bool has_come_round(Shape *s, State *state, const Flow *flow) {
    Path *path = &state->path;
    while (path->visit && has_left(path->visit, state)) path->visit = path->visit->outer;
    if (flow->entered[shape_block(state)] == FLOW_NONE) return false;
    Visit visit = {.head = state->ip,
                   .r = state->r,
                   .flow = flow,
                   .loop = flow->entered[shape_block(state)],
                   .forks = path->forks,
                   .outer = path->visit};
    bool is_round = path->visit && path->visit->head == state->ip && path->visit->r == state->r, counts = false;
    if (is_round) {
        visit.outer = path->visit->outer;
        visit.rounds = path->visit->rounds + 1;
        counts = path->forks > path->visit->forks || visit.rounds > MOST_CERTAIN_ROUNDS;
    }
    path->visit = arena_copy(&s->arena, &visit, sizeof visit);
    return counts;
}

/* Does another state wait at the same place, or was one there just before? */
static bool meets_others(Shape *s, const State *state) {
    bool meets = s->last_ip == state->ip && s->last_r == state->r;
    for (u32 i = 0; i < s->e->states.count && !meets; i++) {
        const State *other = s->e->states.at[i];
        meets = other->waits_at_join && other->ip == state->ip && other->r == state->r;
    }
    s->last_ip = state->ip;
    s->last_r = state->r;
    return meets && is_worth_comparing(s, state);
}

static void handle(Shape *s, State *state) {
    explore_remove(s->e, state);
    if (!state->waits_at_join) {
        go_on(s, state);
        return;
    }
    const Function *function = state->compiled->function;
    bool counts = has_come_round(s, state, flow_for(s, function));
    if (!counts && (function->is_library || !meets_others(s, state))) {
        go_on(s, state);
        return;
    }
    load(s, state);
    settle(s, state, counts);
}

/* The one that others may still come to last: those in the deepest call, and there the first in the order of joins. */
static bool is_before(Shape *s, const State *a, const State *b) {
    if (a->waits_at_join != b->waits_at_join) return !a->waits_at_join;
    if (!a->waits_at_join) return a->number > b->number;
    if (a->r != b->r) return a->r > b->r;
    if (a->compiled != b->compiled) return a->number < b->number;
    const Flow *flow = flow_for(s, a->compiled->function);
    u32 at_a = flow->position[shape_block(a)], at_b = flow->position[shape_block(b)];
    return at_a != at_b ? at_a < at_b : a->number < b->number;
}

static State *pick(Shape *s) {
    State *best = NULL;
    for (u32 i = 0; i < s->e->states.count; i++)
        if (!best || is_before(s, s->e->states.at[i], best)) best = s->e->states.at[i];
    return best;
}

/* ---- All together ---- */

static void on_path_ended(void *listener, const PathEnd *end) {
    Shape *s = listener;
    Text why = {0};
    if (s->options.matters(s->options.listener, s->e->m, end, &why)) shape_fail(s, "%s", why.chars);
    text_free(&why);
}

static void poll(void *listener) {
    const Shape *s = listener;
    if (s->options.stop && *s->options.stop) s->e->stop = 1;
    if (s->options.seconds > 0 && clock_seconds() - s->e->started >= s->options.seconds) s->e->stop = 1;
}

/* Which calls made it tells nodes of one list from those of another. */
static void on_made_block(void *listener, u64 *r, u32 object) {
    enum { MOST_CALLS = 6 };
    const Shape *s = listener;
    u64 hash = 1;
    const Frame *frame = frame_of(r);
    for (u32 i = 0; frame && i < MOST_CALLS; i++, frame = frame->caller)
        hash = hash_combine(hash, (u64)(uintptr_t)frame->return_to);
    object_own_info(&s->e->m->objects, object)->site = (u32)(hash ^ hash >> 32) | 1;
}

static void on_touched(void *listener, u32 object) { ((Shape *)listener)->touched = object; }

static void mark_terms(void *self, TermStore *store) {
    const Shape *s = self;
    for (u32 i = 0; i < s->stations.count; i++)
        for (u32 k = 0; k < s->stations.at[i]->kept.count; k++) {
            const Kept *kept = s->stations.at[i]->kept.at[k];
            heap_mark(&kept->heap, store);
            for (u32 n = 0; n < kept->constraints.count; n++) term_mark(store, kept->constraints.at[n]);
        }
}

static void run_all(Shape *s) {
    Explorer *e = s->e;
    while (e->states.count && !s->has_failed && !explore_should_stop(e)) {
        poll(s);
        watch_look(e);
        if (term_collect_is_due(e->terms)) term_collect(e->terms);
        handle(s, pick(s));
    }
}

static void say_why(Shape *s) {
    const Explorer *e = s->e;
    if (s->has_failed) return;
    for (u32 i = 0; i < CUT_KIND_COUNT; i++)
        if (e->statistics.cuts[i]) {
            text_printf(&s->answer->reason, "%s: %llu", cut_names[i], (unsigned long long)e->statistics.cuts[i]);
            return;
        }
    if (e->stop) text_add(&s->answer->reason, "out of time");
}

static void shape_free(Shape *s) {
    for (u32 i = 0; i < s->stations.count; i++) {
        Station *station = s->stations.at[i];
        for (u32 k = 0; k < station->kept.count; k++) kept_free(station->kept.at[k]);
        vec_free(&station->kept);
        free(station);
    }
    vec_free(&s->stations);
    for (u32 i = 0; i < s->summaries.count; i++) {
        vec_free(&s->summaries.at[i].parts);
        vec_free(&s->summaries.at[i].last_parts);
    }
    vec_free(&s->summaries);
    map_free(&s->lists);
    map_free(&s->meetings);
    for (u32 i = 0; i < s->flows.count; i++) flow_free((Flow *)(uintptr_t)s->flows.entries[i].value);
    map_free(&s->flows);
    map_free(&s->counts);
    map_free(&s->call_counts);
    arena_free(&s->arena);
}

bool shape_run(Explorer *e, const ShapeOptions *options, int argc, char **argv, char **envp, ShapeAnswer *answer,
               Error *error) {
    assert(e->options.is_abstract);
    Shape s = {.e = e, .options = *options, .answer = answer};
    *answer = (ShapeAnswer){0};
    e->listener = &s;
    e->path_ended = on_path_ended;
    e->touched = on_touched;
    e->made_block = on_made_block;
    e->poll = poll;
    e->started = clock_seconds();
    term_holder_add(e->terms, (TermHolder){.self = &s, .mark = mark_terms});
    watch_begin(e);
    bool started = explore_start(e, argc, argv, envp, error);
    if (started) run_all(&s);
    watch_end(e);
    answer->is_proved = started && !s.has_failed && !e->stop && explore_is_complete(e);
    say_why(&s);
    term_holder_remove(e->terms, &s);
    shape_free(&s);
    return started;
}

void shape_answer_free(ShapeAnswer *answer) { text_free(&answer->reason); }
