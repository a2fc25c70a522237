/* The loop tree and the order of joins: strongly connected components, and those that are left inside of each when the
 * edges to its entries are cut, and so on. A component keeps the range of the order that its blocks were given, so
 * loops are contiguous at every depth. */
#include "program/flow.h"

typedef struct {
    u32 first, count; /* range of the order */
    u32 loop;         /* whose inside it is; FLOW_NONE: the whole function */
} Region;

typedef struct {
    u32 block, next; /* next edge + 1 to look at, from the last to the first */
} Step;

typedef struct {
    Flow *flow;
    VEC(Region) regions; /* still to be taken apart */
    u32 *region;         /* block -> number of the innermost region found so far */
    u32 *index, *low;    /* Tarjan's; of the current region */
    bool *is_on_stack;
    bool *is_cut; /* entry of a loop: edges to it from the inside are cut */
    VEC(u32) stack;
    VEC(Step) steps;
    u32 next_index, next_region;
    u32 fill; /* components are found last first: where the one found last begins */
} Loops;

/* ---- One region: components in topological order (Tarjan) ---- */

static void enter(Loops *l, u32 block) {
    l->index[block] = l->low[block] = ++l->next_index;
    l->is_on_stack[block] = true;
    vec_push(&l->stack, block);
    vec_push(&l->steps, (Step){block, l->flow->successors.starts[block + 1]});
}

static bool has_edge(const Graph *graph, u32 from, u32 to) {
    for (GRAPH_EACH(i, graph, from))
        if (graph->targets[i] == to) return true;
    return false;
}

/* The component's blocks take their place in the order; if it is a cycle, it is a loop to be taken apart. */
static void leave_component(Loops *l, u32 root, u32 parent) {
    Flow *flow = l->flow;
    u32 end = l->fill, block;
    do {
        block = vec_pop(&l->stack);
        l->is_on_stack[block] = false;
        flow->order[--l->fill] = block;
    } while (block != root);
    bool is_cycle = end - l->fill > 1 || (!l->is_cut[root] && has_edge(&flow->successors, root, root));
    if (!is_cycle) return;
    u32 depth = parent == FLOW_NONE ? 1 : flow->loops.at[parent].depth + 1;
    vec_push(&l->regions, (Region){l->fill, end - l->fill, flow->loops.count});
    vec_push(&flow->loops, (Loop){.parent = parent, .depth = depth, .first = l->fill, .count = end - l->fill});
}

static bool is_followed(const Loops *l, u32 from, u32 to) { return l->region[to] == l->region[from] && !l->is_cut[to]; }

/* Successors are looked at from the last to the first, so that the first comes first in the order. */
static void find_components_from(Loops *l, u32 start, u32 parent) {
    enter(l, start);
    while (l->steps.count) {
        Step *step = &vec_last(&l->steps);
        u32 block = step->block;
        if (step->next > l->flow->successors.starts[block]) {
            u32 target = l->flow->successors.targets[--step->next];
            if (!is_followed(l, block, target)) continue;
            if (!l->index[target]) enter(l, target);
            else if (l->is_on_stack[target]) l->low[block] = MIN(l->low[block], l->index[target]);
            continue;
        }
        if (l->low[block] == l->index[block]) leave_component(l, block, parent);
        l->steps.count--;
        if (!l->steps.count) break;
        u32 above = vec_last(&l->steps).block;
        l->low[above] = MIN(l->low[above], l->low[block]);
    }
}

/* ---- One loop ---- */

/* Entries are reached from outside of the loop, or are the entry of the function. */
static bool is_entry(const Loops *l, u32 block, u32 region) {
    const Graph *predecessors = &l->flow->predecessors;
    if (block == 0) return true;
    for (GRAPH_EACH(i, predecessors, block)) {
        u32 from = predecessors->targets[i];
        if (l->flow->position[from] != FLOW_NONE && l->region[from] != region) return true;
    }
    return false;
}

static void cut_entries(Loops *l, const Region *region, u32 number) {
    Flow *flow = l->flow;
    Loop *loop = &flow->loops.at[region->loop];
    for (u32 i = 0; i < region->count; i++) {
        u32 block = flow->order[region->first + i];
        flow->loop[block] = region->loop;
        if (!is_entry(l, block, number)) continue;
        assert(!l->is_cut[block]); /* nothing leads to it inside of the loop around, so it is in no cycle there */
        l->is_cut[block] = true;
        flow->entered[block] = region->loop;
        loop->entries++;
    }
    loop->is_irreducible = loop->entries > 1;
}

static void take_apart(Loops *l, Region region) {
    Flow *flow = l->flow;
    u32 number = ++l->next_region;
    u32 *blocks = xmalloc((region.count + 1) * sizeof(u32));
    memcpy(blocks, flow->order + region.first, region.count * sizeof(u32));
    for (u32 i = 0; i < region.count; i++) l->region[blocks[i]] = number;
    cut_entries(l, &region, number);
    for (u32 i = 0; i < region.count; i++) l->index[blocks[i]] = 0;
    l->next_index = 0;
    l->fill = region.first + region.count;
    /* From the last to the first: what is found first comes last. */
    for (u32 i = region.count; i-- > 0;)
        if (!l->index[blocks[i]]) find_components_from(l, blocks[i], region.loop);
    free(blocks);
}

/* ---- All of them ---- */

static void find_headers(Flow *flow) {
    for (u32 i = 0; i < flow->loops.count; i++) flow->loops.at[i].header = FLOW_NONE;
    for (u32 i = 0; i < flow->order_count; i++) {
        u32 block = flow->order[i], loop = flow->entered[block];
        if (loop != FLOW_NONE && flow->loops.at[loop].header == FLOW_NONE) flow->loops.at[loop].header = block;
    }
}

static u32 *filled(u32 count, u32 value) {
    u32 *array = xmalloc((count + 1) * sizeof(u32));
    for (u32 i = 0; i < count; i++) array[i] = value;
    return array;
}

/* The order is filled from the end; the blocks that are not reached leave a gap at its beginning. */
static void close_gap(Loops *l) {
    Flow *flow = l->flow;
    u32 gap = l->fill;
    flow->order_count = flow->successors.count - gap;
    memmove(flow->order, flow->order + gap, flow->order_count * sizeof(u32));
    for (u32 i = 0; i < flow->loops.count; i++) flow->loops.at[i].first -= gap;
    for (u32 i = 0; i < l->regions.count; i++) l->regions.at[i].first -= gap;
    for (u32 i = 0; i < flow->order_count; i++) flow->position[flow->order[i]] = i;
}

void flow_find_loops(Flow *flow) {
    u32 count = flow->successors.count;
    Loops l = {.flow = flow,
               .region = xcalloc(count + 1, sizeof(u32)),
               .index = xcalloc(count + 1, sizeof(u32)),
               .low = xcalloc(count + 1, sizeof(u32)),
               .is_on_stack = xcalloc(count + 1, sizeof(bool)),
               .is_cut = xcalloc(count + 1, sizeof(bool)),
               .fill = count};
    flow->order = filled(count, 0);
    flow->position = filled(count, FLOW_NONE);
    flow->loop = filled(count, FLOW_NONE);
    flow->entered = filled(count, FLOW_NONE);
    if (count) find_components_from(&l, 0, FLOW_NONE);
    close_gap(&l);
    while (l.regions.count) take_apart(&l, vec_pop(&l.regions));
    for (u32 i = 0; i < flow->order_count; i++) flow->position[flow->order[i]] = i;
    find_headers(flow);
    free(l.region);
    free(l.index);
    free(l.low);
    free(l.is_on_stack);
    free(l.is_cut);
    vec_free(&l.regions);
    vec_free(&l.stack);
    vec_free(&l.steps);
}
