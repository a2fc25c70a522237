/* Control flow of a function: predecessors, an order for joins, loops, dominators and post-dominators.
 *
 * Everything is computed once, for the blocks that can be reached from block 0, and is a value of its own: it
 * stays right as long as the function's blocks do. Nothing here recurses over the size of the program.
 *
 *   - The *order* lists the reached blocks so that the blocks of a loop, at any depth, stand side by side, and every
 *     edge leads forward but for the *back edges*. So a walk along the order that puts states together where they
 *     meet has seen all that can flow into a block, up to another round of a loop around it.
 *   - A *loop* is a set of blocks that can all reach each other; loops inside of it are what still can when the edges
 *     back to its entries are taken away (Steensgaard's loop nesting forest). A natural loop has one entry, its
 *     header, which dominates it and is first in its range of the order. A region with several entries is
 *     *irreducible*; its header is merely the entry that is first in the order. Back edges lead to entries only. */
#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/program.h"

enum { FLOW_NONE = 0xffffffff };

/* ---- Graphs ---- */

/* Nodes 0 .. count - 1; the successors of a node are targets[starts[node] .. starts[node + 1]), each once. */
typedef struct {
    u32 count;
    u32 *starts, *targets;
} Graph;

Graph graph_of_function(const Function *function);
Graph graph_reversed(const Graph *graph);
void graph_free(Graph *graph);

/* for (GRAPH_EACH(i, graph, node)) ... graph->targets[i] */
#define GRAPH_EACH(i, graph, node)                                                                                     \
    u32 i = (graph)->starts[node];                                                                                     \
    i < (graph)->starts[(node) + 1];                                                                                   \
    i++

/* ---- Dominators ---- */

/* A tree over the nodes that can be reached from its root. */
typedef struct {
    u32 *parent;       /* the immediate dominator; FLOW_NONE for the root and for what is not reached */
    u32 *enter, *exit; /* numbers of a walk over the tree: a node's descendants are entered within its interval */
} DominatorTree;

DominatorTree dominators_of(const Graph *graph, const Graph *reversed, u32 root);
void dominators_free(DominatorTree *tree);

/* Does every path from the root to b lead through a? A node dominates itself; false if either is not reached. */
static inline bool dominators_has(const DominatorTree *tree, u32 a, u32 b) {
    return tree->enter[a] && tree->enter[b] && tree->enter[a] <= tree->enter[b] && tree->exit[b] <= tree->exit[a];
}

/* ---- All together ---- */

typedef struct {
    u32 header;
    u32 parent;       /* the loop around it, FLOW_NONE: none; its number is smaller */
    u32 depth;        /* 1 if no loop is around it */
    u32 first, count; /* its blocks: range of Flow.order */
    u32 entries;      /* number of entries */
    bool is_irreducible;
} Loop;

typedef struct {
    Graph successors, predecessors;
    u32 *order, order_count;      /* the reached blocks */
    u32 *position;                /* block -> index in `order`, FLOW_NONE: not reached */
    VEC(Loop) loops;              /* a loop before those inside of it */
    u32 *loop;                    /* block -> its innermost loop, FLOW_NONE: in none */
    u32 *entered;                 /* block -> the loop it is an entry of, FLOW_NONE: of none */
    DominatorTree dominators;     /* from block 0 */
    DominatorTree postdominators; /* on reversed edges from flow_exit(); blocks that cannot get there are not reached */
} Flow;

Flow *flow_of(const Function *function);
Flow *flow_of_graph(Graph graph); /* takes the graph over; node 0 is the entry */
void flow_free(Flow *flow);

/* The node that stands for the end of the function in the tree of post-dominators: every block without successors
 * leads there. */
static inline u32 flow_exit(const Flow *flow) { return flow->successors.count; }

static inline bool flow_dominates(const Flow *flow, u32 a, u32 b) { return dominators_has(&flow->dominators, a, b); }
static inline bool flow_postdominates(const Flow *flow, u32 a, u32 b) {
    return dominators_has(&flow->postdominators, a, b);
}
static inline bool flow_loop_has(const Flow *flow, u32 loop, u32 block) {
    const Loop *l = &flow->loops.at[loop];
    return flow->position[block] != FLOW_NONE && flow->position[block] - l->first < l->count;
}
/* Of an edge between reached blocks. */
static inline bool flow_is_back_edge(const Flow *flow, u32 from, u32 to) {
    return flow->position[to] <= flow->position[from];
}

u32 flow_block_of(const Function *function, u32 insn); /* the block that the instruction is in */

/* loops.c: fills in order, position, loops, loop and entered. */
void flow_find_loops(Flow *flow);

#endif
