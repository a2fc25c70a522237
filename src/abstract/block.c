/* A piece of the program as a whole: in the order of the control flow, and one state where ways meet. */
#include "abstract/encode_inside.h"

#include <string.h>

static Row *merged_row(TermStore *terms, Term *guard, const Row *a, const Row *b, bool of_counters) {
    Row *row = row_new(MAX(a->count, b->count));
    for (u32 i = 0; i < row->count; i++) {
        Term *x = i < a->count ? a->at[i] : NULL, *y = i < b->count ? b->at[i] : NULL;
        if (of_counters && !x && y) x = term_const(terms, y->width, 0);
        if (of_counters && !y && x) y = term_const(terms, x->width, 0);
        row->at[i] = x == y ? x : x && y ? term_ite(terms, guard, x, y) : NULL;
    }
    return row;
}

/* `a` takes over what `b`, which stands at the same place, has. What is set on one way only is not known. */
static void merge(Running *run, BlockState *a, BlockState *b) {
    TermStore *terms = run->e->terms;
    const Guard *x = a->guard, *y = b->guard;
    while (x != y) {
        u32 dx = x ? x->depth : 0, dy = y ? y->depth : 0;
        if (dx >= dy) x = x->before;
        if (dy >= dx) y = y->before;
    }
    Term *guard = guard_since(terms, a->guard, x), *other = guard_since(terms, b->guard, x);
    a->guard = guard_add(run->out, x, term_or(terms, guard, other));
    a->length = MAX(a->length, b->length);
    for (u32 i = 0; i < a->frames.count; i++) {
        if (a->frames.at[i] == b->frames.at[i]) continue;
        Row *row = merged_row(terms, guard, a->frames.at[i], b->frames.at[i], false);
        row_release(a->frames.at[i]);
        a->frames.at[i] = row;
    }
    Row *memory = merged_row(terms, guard, a->memory, b->memory, false);
    Row *counters = merged_row(terms, guard, a->counters, b->counters, true);
    row_release(a->memory);
    row_release(a->counters);
    a->memory = memory;
    a->counters = counters;
    block_state_free(b);
}

static u64 place_in_function(const Context *context, u32 insn) {
    u32 block = flow_block_of(context->function, insn);
    return (u64)context->flow->position[block] << 32 | insn;
}

/* Which comes first in the control flow: compared from the outermost frame on. */
static int order_of(const BlockState *a, const BlockState *b) {
    const Context *chain[2][256];
    u32 depth[2] = {0};
    const BlockState *states[2] = {a, b};
    for (u32 k = 0; k < 2; k++)
        for (const Context *c = states[k]->context; c && depth[k] < 256; c = c->caller) chain[k][depth[k]++] = c;
    for (u32 i = 0;; i++) {
        bool last[2];
        u64 place[2];
        for (u32 k = 0; k < 2; k++) {
            const Context *c = chain[k][depth[k] - 1 - i];
            last[k] = i + 1 == depth[k];
            place[k] = place_in_function(c, last[k] ? states[k]->insn : chain[k][depth[k] - 2 - i]->call);
        }
        if (place[0] != place[1]) return place[0] < place[1] ? -1 : 1;
        if (last[0] || last[1]) return last[0] && last[1] ? 0 : last[0] ? 1 : -1;
        const Context *x = chain[0][depth[0] - 2 - i], *y = chain[1][depth[1] - 2 - i];
        if (x != y) return x->number < y->number ? -1 : 1; /* two functions that one pointer calls */
    }
}

static BlockState take_first(Running *run) {
    u32 best = 0;
    for (u32 i = 1; i < run->waiting.count; i++)
        if (order_of(&run->waiting.at[i], &run->waiting.at[best]) < 0) best = i;
    BlockState state = run->waiting.at[best];
    run->waiting.at[best] = vec_pop(&run->waiting);
    for (u32 i = 0; i < run->waiting.count;) {
        BlockState *other = &run->waiting.at[i];
        if (other->context != state.context || other->insn != state.insn) {
            i++;
            continue;
        }
        merge(run, &state, other);
        run->waiting.at[i] = vec_pop(&run->waiting);
    }
    return state;
}

/* Exits to one place become one. */
static void merge_exits(Running *run) {
    BlockRun *out = run->out;
    for (u32 i = 0; i < out->exits.count; i++) {
        BlockExit *a = &out->exits.at[i];
        for (u32 k = i + 1; k < out->exits.count;) {
            BlockExit *b = &out->exits.at[k];
            bool is_same = a->end == b->end && a->state.context == b->state.context && a->state.insn == b->state.insn &&
                           a->why == b->why;
            if (!is_same || a->end != EXIT_HEAD) {
                k++;
                continue;
            }
            merge(run, &a->state, &b->state);
            for (u32 j = k + 1; j < out->exits.count; j++) out->exits.at[j - 1] = out->exits.at[j];
            out->exits.count--;
        }
    }
}

void block_run(Encoder *e, BlockState start, BlockRun *out) {
    *out = (BlockRun){0};
    Running run = {.e = e, .out = out};
    start.guard = guard_add(out, NULL, e->space.axioms);
    vec_push(&run.waiting, start);
    while (run.waiting.count) {
        BlockState state = take_first(&run);
        bool stops = e->stops && e->stops(e->self);
        if (stops) {
            state_exit(&run, &state, term_true(e->terms), EXIT_CUT, "out of time");
            block_state_free(&state);
            continue;
        }
        for (;;) {
            const Insn *insn = &state.context->function->insns[state.insn];
            e->instructions++;
            state.length++;
            if (!encode_step(&run, &state, insn)) break;
            state.insn++;
        }
    }
    vec_free(&run.waiting);
    merge_exits(&run);
}

void block_run_free(BlockRun *run) {
    for (u32 i = 0; i < run->exits.count; i++) block_state_free(&run->exits.at[i].state);
    vec_free(&run->exits);
    vec_free(&run->inputs);
    arena_free(&run->arena);
}
