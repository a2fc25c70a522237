/* When a node of a graph with conditional edges is reached, and which of those that are not is to be named. */
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

/* For each node the condition that it is the one to name (leak_first_lost): of the nodes that are not reached, the last one
 * that no earlier one leads to. False: that would take more than `most` steps. */
bool leak_graph_named(TermStore *store, const LeakGraph *graph, u64 most, Term **named);

#endif
