/* Towards code that was never run: a state is chosen at random with weight 1 / distance^2, its distance being the
 * number of instructions to the nearest such code (distance.h); KLEE's nurs:md2u.
 *
 * Distances are worked out anew when the coverage has grown, but not so often that this costs more than some work a
 * pick. Weights stand in the leaves of a binary tree whose inner nodes are sums.
 *
 * The way to the nearest new code may be infeasible: whoever follows choices of this strategy for a while can say that
 * nothing new was met (search_judge), and every state at that place, with those callers, is half as likely from then on. */
#include "search/search.h"

#include "search/distance.h"
#include "machine/scalar.h"

#include <string.h>

enum {
    MOST_PLACES = 32,    /* frames of a state that are looked at */
    FARTHEST = 10000,    /* where nothing new can be reached */
    WORK_PER_PICK = 256, /* blocks and states a pick may pay for */
    MOST_FAILURES = 20   /* of a place that count */
};

typedef struct {
    State *state; /* NULL: free */
    Place *stack; /* innermost first */
    u32 depth;
    u64 place; /* a hash of the stack */
    u32 index; /* among the states at its place */
} Entry;

/* States that wait at one place. */
typedef struct {
    VEC(u32) slots;
    u32 turns; /* that began here */
} Crowd;

typedef struct Coverage {
    Distances distances;
    VEC(Entry) entries; /* by State.search_slot */
    VEC(u32) unused;    /* slots */
    double *sums;       /* node i has the children 2i and 2i + 1; the leaves are capacity .. 2 * capacity */
    double *best;       /* the same with the largest in the place of the sum */
    u32 capacity;
    u64 credit; /* work that picks have paid for */
    VEC(Crowd) crowds;
    Map crowd_of;   /* place -> number of its crowd */
    Map failures;   /* place -> how often states there were chosen and met nothing new */
    u64 chosen;     /* the place of the state that was chosen last; 0: it has been judged */
    u32 covered_by; /* blocks that had been run then */
} Coverage;

static Coverage *coverage_of(const Explorer *e) { return search_data(e)->coverage; }

/* ---- Weights ---- */

static void set_weight(Coverage *c, u32 slot, double weight) {
    u32 i = c->capacity + slot;
    c->sums[i] = c->best[i] = weight;
    while (i /= 2) {
        c->sums[i] = c->sums[2 * i] + c->sums[2 * i + 1];
        c->best[i] = MAX(c->best[2 * i], c->best[2 * i + 1]);
    }
}

static void grow(Coverage *c) {
    u32 capacity = MAX(64u, c->capacity * 2);
    double *sums = xcalloc((size_t)capacity * 2, sizeof *sums), *best = xcalloc((size_t)capacity * 2, sizeof *best);
    if (c->capacity) memcpy(sums + capacity, c->sums + c->capacity, c->capacity * sizeof *sums);
    memcpy(best + capacity, sums + capacity, capacity * sizeof *best);
    for (u32 i = capacity; i-- > 1;) {
        sums[i] = sums[2 * i] + sums[2 * i + 1];
        best[i] = MAX(best[2 * i], best[2 * i + 1]);
    }
    free(c->sums);
    free(c->best);
    c->sums = sums;
    c->best = best;
    c->capacity = capacity;
}

/* A fraction may be rounded up to a sum, so a side without weight is never taken. */
static u32 slot_at(const Coverage *c, double place) {
    u32 i = 1;
    while (i < c->capacity) {
        i *= 2;
        if (place < c->sums[i] || c->sums[i + 1] <= 0) continue;
        place -= c->sums[i++];
    }
    return i - c->capacity;
}

static void weigh(Coverage *c, u32 slot) {
    const Entry *entry = &c->entries.at[slot];
    u32 distance = MIN(distance_from(&c->distances, entry->stack, entry->depth), (u32)FARTHEST);
    double inverse = 1.0 / MAX(distance, 1u);
    u64 failures = 0;
    map_get(&c->failures, entry->place, &failures);
    set_weight(c, slot, inverse * inverse / (double)(1u << failures));
}

/* ---- Where a state is ---- */

static Place place_of(const Compiled *compiled, const Code *ip) {
    return (Place){compiled->function, compiled->origins[ip - compiled->code]};
}

/* The choice at a branch or switch has been made: the state is where it leads to. */
static const Code *code_ahead(const State *state, const Compiled *compiled) {
    const Code *ip = state->ip;
    u8 form = code_infos[ip->op].form;
    bool is_branch = form == FORM_BRANCH_R || form == FORM_BRANCH_RR || form == FORM_BRANCH_RI;
    if (!is_branch || state->pending.count != 1) return ip;
    const Code *next = state->pending.at[0] ? ip + 1 : ip + (i32)ip->d;
    return next < compiled->code + compiled->code_count ? next : ip;
}

/* The state has just been saved: its frames still stand in the machine. */
static void note_stack(Entry *entry, const State *state) {
    Place stack[MOST_PLACES];
    const Frame *frame = frame_of(state->r);
    const Code *ip = code_ahead(state, frame->compiled);
    while (entry->depth < MOST_PLACES && frame->caller && frame->compiled->function->insn_count) {
        stack[entry->depth++] = place_of(frame->compiled, ip);
        ip = frame->return_to;
        frame = frame->caller;
    }
    entry->stack = xmalloc(MAX(1u, entry->depth) * sizeof(Place));
    if (entry->depth) memcpy(entry->stack, stack, entry->depth * sizeof(Place));
    for (u32 i = 0; i < entry->depth; i++)
        entry->place = hash_combine(hash_combine(entry->place, (u64)(uintptr_t)stack[i].function), stack[i].insn);
}

/* ---- Crowds ---- */

static Crowd *crowd_at(Coverage *c, u64 place) {
    u64 number;
    if (!map_get(&c->crowd_of, place, &number)) {
        number = c->crowds.count;
        map_put(&c->crowd_of, place, number);
        vec_push(&c->crowds, (Crowd){0});
    }
    return &c->crowds.at[number];
}

static void join_crowd(Coverage *c, u32 slot) {
    Crowd *crowd = crowd_at(c, c->entries.at[slot].place);
    c->entries.at[slot].index = crowd->slots.count;
    vec_push(&crowd->slots, slot);
}

static void leave_crowd(Coverage *c, u32 slot) {
    const Entry *entry = &c->entries.at[slot];
    Crowd *crowd = crowd_at(c, entry->place);
    u32 last = vec_pop(&crowd->slots);
    if (last == slot) return;
    crowd->slots.at[entry->index] = last;
    c->entries.at[last].index = entry->index;
}

/* ---- The strategy ---- */

static void begin(Explorer *e) {
    search_begin(e);
    search_data(e)->coverage = xcalloc(1, sizeof(Coverage));
    coverage_of(e)->distances.m = e->m;
}

static void added(Explorer *e, State *state) {
    Coverage *c = coverage_of(e);
    Entry entry = {.state = state};
    if (!state->is_parked) note_stack(&entry, state);
    if (!c->unused.count) {
        if (c->entries.count == c->capacity) grow(c);
        vec_push(&c->unused, c->entries.count);
        vec_push(&c->entries, (Entry){0});
    }
    state->search_slot = vec_pop(&c->unused);
    c->entries.at[state->search_slot] = entry;
    weigh(c, state->search_slot);
    join_crowd(c, state->search_slot);
}

static void removed(Explorer *e, State *state) {
    Coverage *c = coverage_of(e);
    leave_crowd(c, state->search_slot);
    free(c->entries.at[state->search_slot].stack);
    c->entries.at[state->search_slot] = (Entry){0};
    set_weight(c, state->search_slot, 0);
    vec_push(&c->unused, state->search_slot);
}

void search_note_pick(Explorer *e) { coverage_of(e)->credit += WORK_PER_PICK; }

static void refresh(Explorer *e) {
    Coverage *c = coverage_of(e);
    search_note_pick(e);
    u64 work = e->states.count + e->m->blocks.count;
    if (c->credit < work || !distances_are_old(&c->distances, e->block_totals.at, e->block_totals.count)) return;
    c->credit = 0;
    distances_update(&c->distances, e->block_totals.at, e->block_totals.count);
    for (u32 i = 0; i < c->entries.count; i++)
        if (c->entries.at[i].state) weigh(c, i);
}

static u32 covered_blocks(const Explorer *e) {
    u32 covered = 0;
    for (u32 i = 0; i < e->block_totals.count; i++) covered += e->block_totals.at[i] != 0;
    return covered;
}

void search_judge(Explorer *e) {
    Coverage *c = coverage_of(e);
    u64 place = c->chosen, before = 0;
    u32 covered = covered_blocks(e);
    bool met_new_code = covered > c->covered_by;
    c->chosen = 0;
    c->covered_by = covered;
    if (!place) return;
    map_get(&c->failures, place, &before);
    u64 failures = met_new_code ? 0 : MIN(before + 1, (u64)MOST_FAILURES);
    if (failures == before) return;
    map_put(&c->failures, place, failures);
    for (u32 i = 0; i < c->entries.count; i++)
        if (c->entries.at[i].state && c->entries.at[i].place == place) weigh(c, i);
}

static State *chosen(Coverage *c, u32 slot) {
    c->chosen = c->entries.at[slot].place;
    return c->entries.at[slot].state;
}

static State *pick(Explorer *e) {
    Coverage *c = coverage_of(e);
    refresh(e);
    return chosen(c, slot_at(c, search_random_fraction(e) * c->sums[1]));
}

State *search_nearest(Explorer *e) {
    Coverage *c = coverage_of(e);
    u32 i = 1;
    refresh(e);
    while (i < c->capacity) i = 2 * i + (c->best[2 * i + 1] > c->best[2 * i]);
    return chosen(c, i - c->capacity);
}

State *search_rarest(Explorer *e) {
    Coverage *c = coverage_of(e);
    Crowd *best = NULL;
    u32 equal = 0;
    for (u32 i = 0; i < c->crowds.count; i++) {
        Crowd *crowd = &c->crowds.at[i];
        if (!crowd->slots.count || (best && crowd->turns > best->turns)) continue;
        if (!best || crowd->turns < best->turns) equal = 0;
        if (!search_random_number(e, ++equal)) best = crowd;
    }
    best->turns++;
    return chosen(c, best->slots.at[search_random_number(e, best->slots.count)]);
}

static void finish(Explorer *e) {
    Coverage *c = search_data(e) ? coverage_of(e) : NULL;
    if (c) {
        for (u32 i = 0; i < c->entries.count; i++) free(c->entries.at[i].stack);
        for (u32 i = 0; i < c->crowds.count; i++) vec_free(&c->crowds.at[i].slots);
        vec_free(&c->crowds);
        map_free(&c->crowd_of);
        vec_free(&c->entries);
        vec_free(&c->unused);
        map_free(&c->failures);
        distances_free(&c->distances);
        free(c->sums);
        free(c->best);
        free(c);
    }
    search_finish(e);
}

const Search search_coverage = {.name = "coverage",
                                .takes_turns = true,
                                .wants_counts = true,
                                .begin = begin,
                                .added = added,
                                .pick = pick,
                                .removed = removed,
                                .finish = finish};
