/* When a node of a graph with conditional edges is reached. */
#ifndef SEMANTICS_LEAKS_GRAPH_H
#define SEMANTICS_LEAKS_GRAPH_H

#include "term/term.h"

typedef struct {
    u32 from, to;
    Term *condition; /* one bit */
} LeakEdge;

typedef struct {
    u32 count;    /* of nodes */
    Term **roots; /* of each node: the condition under which it is reached from outside */
    VEC(LeakEdge) edges;
} LeakGraph;

/* The condition that some node is not reached. NULL: that would take more than `most` steps. */
Term *leak_graph_misses(TermStore *store, const LeakGraph *graph, u64 most);

#endif
