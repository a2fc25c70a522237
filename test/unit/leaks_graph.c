/* Graphs with conditional edges: the conditions that a node is missed and that it is named, against walks for every value
 * of the symbols. */
#include "check.h"
#include "semantics/leaks_graph.h"
#include "term/model.h"

#include <stdlib.h>

enum { SYMBOLS = 4, MOST_NODES = 6 };

static u64 seed = 1;
static u32 below(u32 limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (u32)(seed >> 33) % limit;
}

static Term *symbols[SYMBOLS];

static Term *random_condition(TermStore *store) {
    Term *a = symbols[below(SYMBOLS)], *b = symbols[below(SYMBOLS)];
    switch (below(6)) {
    case 0: return term_true(store);
    case 1: return term_not(store, a);
    case 2: return term_and(store, a, b);
    case 3: return term_or(store, a, term_not(store, b));
    default: return a;
    }
}

static LeakGraph random_graph(TermStore *store) {
    LeakGraph graph = {.count = 1 + below(MOST_NODES)};
    graph.roots = xcalloc(graph.count, sizeof(Term *));
    for (u32 i = 0; i < graph.count; i++) graph.roots[i] = below(3) ? term_false(store) : random_condition(store);
    for (u32 i = below(2 * MOST_NODES); i > 0; i--) {
        LeakEdge edge = {below(graph.count), below(graph.count), random_condition(store)};
        vec_push(&graph.edges, edge);
    }
    return graph;
}

static bool holds(Model *model, Term *condition) { return model_eval(model, condition)->value; }

static void follow(const LeakGraph *graph, Model *model, bool *reached) {
    for (u32 round = 0; round < graph->count; round++)
        for (u32 i = 0; i < graph->edges.count; i++) {
            const LeakEdge *edge = &graph->edges.at[i];
            if (reached[edge->from] && holds(model, edge->condition)) reached[edge->to] = true;
        }
}

/* The node to name as leak_first_lost finds it; -1: all are reached. */
static int lost_node(const LeakGraph *graph, Model *model) {
    bool reached[MOST_NODES];
    int lost = -1;
    for (u32 i = 0; i < graph->count; i++) reached[i] = holds(model, graph->roots[i]);
    follow(graph, model, reached);
    for (u32 i = 0; i < graph->count; i++) {
        if (reached[i]) continue;
        lost = (int)i;
        reached[i] = true;
        follow(graph, model, reached);
    }
    return lost;
}

static void check_graph(TermStore *store, const LeakGraph *graph) {
    Term *misses = leak_graph_misses(store, graph, 1 << 16), *named[MOST_NODES];
    CHECK(misses != NULL);
    CHECK(leak_graph_named(store, graph, 1 << 16, named));
    for (u32 values = 0; values < 1 << SYMBOLS; values++) {
        Model *model = model_new(store);
        for (u32 i = 0; i < SYMBOLS; i++) model_set(model, symbols[i], term_const(store, 1, values >> i & 1));
        int lost = lost_node(graph, model);
        CHECK(holds(model, misses) == (lost >= 0));
        for (u32 i = 0; i < graph->count; i++) CHECK(holds(model, named[i]) == (lost == (int)i));
        model_release(model);
    }
}

static void test_random(TermStore *store) {
    for (u32 i = 0; i < 3000; i++) {
        LeakGraph graph = random_graph(store);
        check_graph(store, &graph);
        free(graph.roots);
        vec_free(&graph.edges);
    }
}

/* A ring keeps itself no more than a node that points to itself. */
static void test_ring(TermStore *store) {
    Term *roots[3] = {symbols[0], term_false(store), term_false(store)};
    LeakGraph graph = {.count = 3, .roots = roots};
    for (u32 i = 0; i < 3; i++) vec_push(&graph.edges, (LeakEdge){i, (i + 1) % 3, term_true(store)});
    CHECK(leak_graph_misses(store, &graph, 1 << 16) == term_not(store, symbols[0]));
    vec_free(&graph.edges);
}

/* A list of numbers in both directions is one node; rings of conditions grow with their square, and have a limit. */
static void test_cost(TermStore *store) {
    enum { NODES = 20000 };
    Term **roots = xcalloc(NODES, sizeof(Term *));
    for (u32 i = 0; i < NODES; i++) roots[i] = term_false(store);
    roots[NODES / 2] = symbols[0];
    LeakGraph graph = {.count = NODES, .roots = roots};
    for (u32 i = 0; i + 1 < NODES; i++) {
        vec_push(&graph.edges, (LeakEdge){i, i + 1, term_true(store)});
        vec_push(&graph.edges, (LeakEdge){i + 1, i, term_true(store)});
    }
    CHECK(leak_graph_misses(store, &graph, 10) == term_not(store, symbols[0]));
    for (u32 i = 0; i < graph.edges.count; i++) graph.edges.at[i].condition = symbols[1];
    CHECK(leak_graph_misses(store, &graph, 1 << 16) == NULL);
    vec_free(&graph.edges);
    free(roots);
}

int main(void) {
    TermStore *store = term_store_new();
    const char *const names[SYMBOLS] = {"a", "b", "c", "d"};
    for (u32 i = 0; i < SYMBOLS; i++) symbols[i] = term_symbol(store, names[i], 1);
    test_random(store);
    test_ring(store);
    test_cost(store);
    term_store_free(store);
    return finish();
}
