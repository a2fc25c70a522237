/* Where a state stands in the control flow.
 *
 * From the outermost frame to the innermost: for each loop that the frame is in, the position of its head in the order of
 * joins and the number of the round; then the position of the block, and of the call in it. Loops are contiguous in the order
 * of joins (program/flow.h), so comparing these numbers from the first on puts every state before those that it may still
 * be merged with or come to. */
#include "engine/bounded_inside.h"

const Flow *bounded_flow(Bounded *b, const Function *function) {
    Flow *flow = map_get_ptr(&b->flows, function);
    if (flow) return flow;
    flow = flow_of(function);
    map_put_ptr(&b->flows, function, flow);
    return flow;
}

static bool is_in_frame(const LoopRound *round, const u64 *r) {
    return round->r == r && round->return_to == frame_of((u64 *)(uintptr_t)r)->return_to;
}

bool order_count_round(Bounded *b, const u64 *r, u32 block) {
    enum { UNCERTAIN_EVERY = 1 << 14 }; /* so many rounds without a choice count as one with */
    Path *path = &b->e->now.path;
    const Frame *frame = frame_of((u64 *)(uintptr_t)r);
    const Flow *flow = bounded_flow(b, frame->compiled->function);
    while (path->loops.count) {
        const LoopRound *last = &vec_last(&path->loops);
        if (last->r < r || (is_in_frame(last, r) && flow_loop_has(flow, last->loop, block))) break;
        path->loops.count--;
    }
    u32 loop = flow->entered[block];
    if (loop == FLOW_NONE) return false;
    LoopRound *last = path->loops.count ? &vec_last(&path->loops) : NULL;
    if (!last || !is_in_frame(last, r) || last->loop != loop) {
        LoopRound round = {.r = r, .return_to = frame->return_to, .loop = loop, .forks = path->forks};
        vec_push(&path->loops, round);
        return false;
    }
    last->number++;
    bool counts = path->forks != last->forks || last->number % UNCERTAIN_EVERY == 0;
    last->counted += counts;
    last->forks = path->forks;
    return counts;
}

/* ---- The numbers ---- */

/* Where in the frame the call is. */
static void add_call(const Frame *frame, const Flow *flow, const Code *call, State *state) {
    const Compiled *compiled = frame->compiled;
    assert(call >= compiled->code && call < compiled->code + compiled->code_count);
    u32 insn = compiled->origins[call - compiled->code];
    vec_push(&state->order, flow->position[flow_block_of(compiled->function, insn)]);
    vec_push(&state->order, insn + 1);
}

/* The rounds of loops of one frame; `next` is the first that has not been added. */
static void add_rounds(Bounded *b, const u64 *r, const Flow *flow, u32 *next, State *state) {
    const Path *path = &b->e->now.path;
    for (; *next < path->loops.count && path->loops.at[*next].r <= r; (*next)++) {
        const LoopRound *round = &path->loops.at[*next];
        if (round->r != r) continue;
        vec_push(&state->order, flow->position[flow->loops.at[round->loop].header]);
        vec_push(&state->order, round->number);
    }
}

void order_of_running(Bounded *b, u64 *r, u32 block, State *state) {
    VEC(Frame *) frames = {0};
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) vec_push(&frames, frame);
    u32 next = 0;
    for (u32 i = frames.count; i-- > 0;) {
        const Function *function = frames.at[i]->compiled->function;
        if (!function->block_count) continue; /* the machine's own, which calls the program */
        const Flow *flow = bounded_flow(b, function);
        add_rounds(b, frame_cells(frames.at[i]), flow, &next, state);
        if (i == 0) vec_push(&state->order, flow->position[block]);
        else add_call(frames.at[i], flow, frames.at[i - 1]->return_to - 1, state);
    }
    vec_free(&frames);
}

bool order_is_before(const State *a, const State *b) {
    for (u32 i = 0; i < a->order.count && i < b->order.count; i++)
        if (a->order.at[i] != b->order.at[i]) return a->order.at[i] < b->order.at[i];
    return a->order.count != b->order.count ? a->order.count < b->order.count : a->number < b->number;
}
