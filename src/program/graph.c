/* Graphs in two arrays, and the control flow of a function as one. */
#include "program/flow.h"
#include "program/visit.h"

typedef struct {
    u32 *seen; /* node -> the last source + 1 that had it as target */
    u32 from;
    VEC(u32) targets;
} EdgeWalk;

static void visit_target(void *context, u32 target) {
    EdgeWalk *walk = context;
    if (walk->seen[target] == walk->from + 1) return;
    walk->seen[target] = walk->from + 1;
    vec_push(&walk->targets, target);
}

Graph graph_of_function(const Function *function) {
    u32 count = function->block_count;
    EdgeWalk walk = {.seen = xcalloc(count + 1, sizeof(u32))};
    Graph graph = {.count = count, .starts = xcalloc(count + 1, sizeof(u32))};
    for (walk.from = 0; walk.from < count; walk.from++) {
        const Block *block = &function->blocks[walk.from];
        insn_visit_targets(function, &function->insns[block->first + block->count - 1], visit_target, &walk);
        graph.starts[walk.from + 1] = walk.targets.count;
    }
    graph.targets = walk.targets.at;
    free(walk.seen);
    return graph;
}

Graph graph_reversed(const Graph *graph) {
    u32 count = graph->count, edges = graph->starts[count];
    Graph reversed = {
        .count = count, .starts = xcalloc(count + 2, sizeof(u32)), .targets = xmalloc((edges + 1) * sizeof(u32))};
    for (u32 i = 0; i < edges; i++) reversed.starts[graph->targets[i] + 2]++;
    for (u32 i = 2; i <= count; i++) reversed.starts[i] += reversed.starts[i - 1];
    /* starts[n + 1] is where n's range begins and moves to its end as it is filled, where n + 1's begins. */
    for (u32 node = 0; node < count; node++)
        for (GRAPH_EACH(i, graph, node)) reversed.targets[reversed.starts[graph->targets[i] + 1]++] = node;
    return reversed;
}

void graph_free(Graph *graph) {
    free(graph->starts);
    free(graph->targets);
    *graph = (Graph){0};
}
