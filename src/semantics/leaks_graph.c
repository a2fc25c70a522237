/* reached(B) = root(B) or, for some H, reached(H) and edge(H, B): the least solution, so a ring does not keep itself.
 *
 * Nodes that edges without a condition tie together in both directions are reached together: they become one. What is left
 * is taken by strongly connected components, sources first. In a component of k nodes, k - 1 rounds over its edges
 * follow every way through it that passes no node twice, which is exact. */
#include "semantics/leaks_graph.h"

#include <stdlib.h>

/* ---- Strongly connected components (Tarjan), without recursion ---- */

typedef struct {
    u32 count;
    u32 *first;   /* of each node: its edges are targets[first[n]] to targets[first[n + 1] - 1] */
    u32 *targets; /* and as numbers of edges: */
    u32 *edges;
} Adjacency;

static Adjacency adjacency_of(u32 count, const LeakEdge *edges, u32 edge_count, bool only_certain) {
    Adjacency a = {.count = count, .first = xcalloc(count + 2, sizeof(u32))};
    a.targets = xcalloc(edge_count + 1, sizeof(u32));
    a.edges = xcalloc(edge_count + 1, sizeof(u32));
    for (u32 i = 0; i < edge_count; i++) {
        assert(edges[i].from < count && edges[i].to < count);
        if (!only_certain || term_is_true(edges[i].condition)) a.first[edges[i].from + 2]++;
    }
    for (u32 i = 2; i < count + 2; i++) a.first[i] += a.first[i - 1];
    for (u32 i = 0; i < edge_count; i++) {
        if (only_certain && !term_is_true(edges[i].condition)) continue;
        u32 place = a.first[edges[i].from + 1]++;
        a.targets[place] = edges[i].to;
        a.edges[place] = i;
    }
    return a;
}

static void adjacency_free(Adjacency *a) {
    free(a->first);
    free(a->targets);
    free(a->edges);
}

typedef struct {
    const Adjacency *a;
    u32 *order, *low, *component; /* of each node; order 0: not met yet; component UINT32_MAX: none yet */
    u32 *next;                    /* its edge to be followed next */
    VEC(u32) way, open;           /* nodes on the way here; nodes without a component */
    u32 met, found;
} Tarjan;

static void meet(Tarjan *t, u32 node) {
    t->order[node] = t->low[node] = ++t->met;
    t->next[node] = t->a->first[node];
    vec_push(&t->way, node);
    vec_push(&t->open, node);
}

/* All edges of the node are followed. */
static void leave(Tarjan *t, u32 node) {
    (void)vec_pop(&t->way);
    if (t->way.count) t->low[vec_last(&t->way)] = MIN(t->low[vec_last(&t->way)], t->low[node]);
    if (t->low[node] != t->order[node]) return;
    u32 member;
    do {
        member = vec_pop(&t->open);
        t->component[member] = t->found;
    } while (member != node);
    t->found++;
}

static void walk_from(Tarjan *t, u32 start) {
    meet(t, start);
    while (t->way.count) {
        u32 node = vec_last(&t->way);
        if (t->next[node] == t->a->first[node + 1]) {
            leave(t, node);
            continue;
        }
        u32 target = t->a->targets[t->next[node]++];
        if (!t->order[target]) meet(t, target);
        else if (t->component[target] == UINT32_MAX) t->low[node] = MIN(t->low[node], t->order[target]);
    }
}

/* Their number; component[n] is n's, and edges lead from higher components to lower ones only. */
static u32 find_components(const Adjacency *a, u32 *component) {
    Tarjan t = {.a = a, .component = component};
    t.order = xcalloc(a->count + 1, sizeof(u32));
    t.low = xcalloc(a->count + 1, sizeof(u32));
    t.next = xcalloc(a->count + 1, sizeof(u32));
    for (u32 i = 0; i < a->count; i++) component[i] = UINT32_MAX;
    for (u32 i = 0; i < a->count; i++)
        if (!t.order[i]) walk_from(&t, i);
    free(t.order);
    free(t.low);
    free(t.next);
    vec_free(&t.way);
    vec_free(&t.open);
    return t.found;
}

/* ---- Nodes that are reached together become one ---- */

typedef struct {
    LeakGraph graph;
    u32 *component; /* of each node of the graph as it was: the node it became */
    bool *follows;  /* of each node: an edge without a condition leads to it, so it is lost only with another one */
} Condensed;

static Condensed condense(TermStore *store, const LeakGraph *graph) {
    Condensed c = {.component = xcalloc(graph->count + 1, sizeof(u32))};
    const u32 *component = c.component;
    Adjacency certain = adjacency_of(graph->count, graph->edges.at, graph->edges.count, true);
    c.graph.count = find_components(&certain, c.component);
    c.graph.roots = xcalloc(c.graph.count + 1, sizeof(Term *));
    c.follows = xcalloc(c.graph.count + 1, sizeof(bool));
    for (u32 i = 0; i < c.graph.count; i++) c.graph.roots[i] = term_false(store);
    for (u32 i = 0; i < graph->count; i++)
        c.graph.roots[component[i]] = term_or(store, c.graph.roots[component[i]], graph->roots[i]);
    for (u32 i = 0; i < graph->edges.count; i++) {
        LeakEdge edge = graph->edges.at[i];
        edge.from = component[edge.from];
        edge.to = component[edge.to];
        if (edge.from == edge.to) continue;
        vec_push(&c.graph.edges, edge);
        if (term_is_true(edge.condition)) c.follows[edge.to] = true;
    }
    adjacency_free(&certain);
    return c;
}

static void condensed_free(Condensed *c) {
    free(c->graph.roots);
    free(c->component);
    free(c->follows);
    vec_free(&c->graph.edges);
}

/* ---- The least solution ---- */

typedef struct {
    TermStore *store;
    const LeakGraph *graph;
    Adjacency all;
    u32 *component;
    Term **reached;
    u64 steps, most;
} Solution;

/* The edges of a node inside of its component, or those that leave it. */
static void follow_edges(Solution *s, u32 node, bool inside) {
    for (u32 i = s->all.first[node]; i < s->all.first[node + 1]; i++) {
        u32 to = s->all.targets[i];
        if ((s->component[to] == s->component[node]) != inside) continue;
        Term *through = term_and(s->store, s->reached[node], s->graph->edges.at[s->all.edges[i]].condition);
        s->reached[to] = term_or(s->store, s->reached[to], through);
        s->steps++;
    }
}

static void solve_component(Solution *s, const u32 *members, u32 count) {
    for (u32 round = 1; round < count && s->steps <= s->most; round++)
        for (u32 i = 0; i < count; i++) follow_edges(s, members[i], true);
    for (u32 i = 0; i < count; i++) follow_edges(s, members[i], false);
}

static bool solve(Solution *s) {
    u32 count = s->graph->count;
    u32 components = find_components(&s->all, s->component);
    u32 *first = xcalloc(components + 2, sizeof(u32)), *members = xcalloc(count + 1, sizeof(u32));
    for (u32 i = 0; i < count; i++) first[s->component[i] + 2]++;
    for (u32 i = 2; i < components + 2; i++) first[i] += first[i - 1];
    for (u32 i = 0; i < count; i++) members[first[s->component[i] + 1]++] = i;
    for (u32 i = components; i-- > 0 && s->steps <= s->most;)
        solve_component(s, members + first[i], first[i + 1] - first[i]);
    free(first);
    free(members);
    return s->steps <= s->most;
}

/* The condition for each node of the graph; NULL: that would take more than `most` steps. */
static Term **reach_all(TermStore *store, const LeakGraph *graph, Term *const *roots, u64 most) {
    Solution s = {.store = store, .graph = graph, .most = most};
    s.all = adjacency_of(graph->count, graph->edges.at, graph->edges.count, false);
    s.component = xcalloc(graph->count + 1, sizeof(u32));
    s.reached = xcalloc(graph->count + 1, sizeof(Term *));
    for (u32 i = 0; i < graph->count; i++) s.reached[i] = roots[i];
    bool is_done = solve(&s);
    adjacency_free(&s.all);
    free(s.component);
    if (is_done) return s.reached;
    free(s.reached);
    return NULL;
}

Term *leak_graph_misses(TermStore *store, const LeakGraph *graph, u64 most) {
    Condensed c = condense(store, graph);
    Term **reached = reach_all(store, &c.graph, c.graph.roots, most), *misses = reached ? term_false(store) : NULL;
    for (u32 i = 0; reached && i < c.graph.count; i++)
        if (!c.follows[i]) misses = term_or(store, misses, term_not(store, reached[i]));
    free(reached);
    condensed_free(&c);
    return misses;
}

/* ---- The one to name ---- */

/* The nodes from which the walk over what is lost begins: an earlier lost node leads to none of them. */
static bool find_heads(TermStore *store, const LeakGraph *graph, const Condensed *c, u64 most, Term **heads) {
    Term **reached = reach_all(store, &c->graph, c->graph.roots, most);
    bool is_done = reached != NULL;
    for (u32 i = 0; is_done && i < graph->count; i++) heads[i] = term_not(store, reached[c->component[i]]);
    Term **only = xcalloc(c->graph.count + 1, sizeof(Term *));
    for (u32 i = 0; i < c->graph.count; i++) only[i] = term_false(store);
    for (u32 i = 0; is_done && i + 1 < graph->count; i++) {
        Term *lost = term_not(store, reached[c->component[i]]);
        only[c->component[i]] = term_true(store);
        Term **from = reach_all(store, &c->graph, only, most);
        only[c->component[i]] = term_false(store);
        is_done = from != NULL;
        for (u32 k = i + 1; is_done && k < graph->count; k++) {
            Term *leads = term_and(store, lost, from[c->component[k]]);
            heads[k] = term_and(store, heads[k], term_not(store, leads));
        }
        free(from);
    }
    free(only);
    free(reached);
    return is_done;
}

bool leak_graph_named(TermStore *store, const LeakGraph *graph, u64 most, Term **named) {
    Condensed c = condense(store, graph);
    bool is_done = find_heads(store, graph, &c, most, named);
    Term *none_later = term_true(store);
    for (u32 i = graph->count; is_done && i-- > 0;) {
        Term *head = named[i];
        named[i] = term_and(store, head, none_later);
        none_later = term_and(store, none_later, term_not(store, head));
    }
    condensed_free(&c);
    return is_done;
}
