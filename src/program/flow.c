#include "program/flow.h"

/* The graph with one node more, to which all nodes without successors lead. */
static Graph with_exit(const Graph *graph) {
    u32 count = graph->count, edges = graph->starts[count], made = 0;
    Graph exited = {.count = count + 1,
                    .starts = xcalloc(count + 2, sizeof(u32)),
                    .targets = xmalloc((edges + count + 1) * sizeof(u32))};
    for (u32 node = 0; node < count; node++) {
        for (GRAPH_EACH(i, graph, node)) exited.targets[made++] = graph->targets[i];
        if (graph->starts[node] == graph->starts[node + 1]) exited.targets[made++] = count;
        exited.starts[node + 1] = made;
    }
    exited.starts[count + 1] = made;
    return exited;
}

static DominatorTree find_postdominators(const Graph *graph) {
    Graph exited = with_exit(graph), reversed = graph_reversed(&exited);
    DominatorTree tree = dominators_of(&reversed, &exited, graph->count);
    graph_free(&exited);
    graph_free(&reversed);
    return tree;
}

Flow *flow_of_graph(Graph graph) {
    Flow *flow = xcalloc(1, sizeof *flow);
    flow->successors = graph;
    flow->predecessors = graph_reversed(&graph);
    flow_find_loops(flow);
    flow->dominators = dominators_of(&flow->successors, &flow->predecessors, 0);
    flow->postdominators = find_postdominators(&flow->successors);
    return flow;
}

Flow *flow_of(const Function *function) { return flow_of_graph(graph_of_function(function)); }

void flow_free(Flow *flow) {
    graph_free(&flow->successors);
    graph_free(&flow->predecessors);
    free(flow->order);
    free(flow->position);
    vec_free(&flow->loops);
    free(flow->loop);
    free(flow->entered);
    dominators_free(&flow->dominators);
    dominators_free(&flow->postdominators);
    free(flow);
}

u32 flow_block_of(const Function *function, u32 insn) {
    u32 low = 0, high = function->block_count;
    while (low + 1 < high) {
        u32 middle = (low + high) / 2;
        if (function->blocks[middle].first <= insn) low = middle;
        else high = middle;
    }
    return low;
}
