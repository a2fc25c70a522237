/* Dominators by the algorithm SEMI-NCA (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems",
 * 2005): semidominators as in Lengauer and Tarjan's algorithm, with compressed paths; then the immediate dominator of
 * a node is its nearest ancestor in the tree built so far that is not below its semidominator.
 *
 * Nodes are known by their number in a depth-first walk, from 1; 0 is no node. */
#include "program/flow.h"

typedef struct {
    const Graph *graph, *reversed;
    u32 count;          /* nodes reached */
    u32 *number;        /* node -> its number, 0: not reached */
    u32 *node;          /* number -> node */
    u32 *parent;        /* in the tree of the walk */
    u32 *ancestor;      /* the same with paths compressed; 0: not linked yet */
    u32 *best;          /* the number on the compressed path with the smallest semidominator */
    u32 *semidominator; /* of a number */
    u32 *dominator;
    VEC(u32) path;
} SemiNca;

typedef struct {
    u32 node, next;
} Step;

static void number_node(SemiNca *s, u32 node, u32 parent) {
    u32 number = ++s->count;
    s->number[node] = number;
    s->node[number] = node;
    s->parent[number] = parent;
    s->best[number] = s->semidominator[number] = number;
}

static void walk_depth_first(SemiNca *s, u32 root) {
    VEC(Step) stack = {0};
    number_node(s, root, 0);
    vec_push(&stack, (Step){root, s->graph->starts[root]});
    while (stack.count) {
        Step *step = &vec_last(&stack);
        if (step->next == s->graph->starts[step->node + 1]) {
            stack.count--;
            continue;
        }
        u32 target = s->graph->targets[step->next++];
        if (s->number[target]) continue;
        number_node(s, target, s->number[step->node]);
        vec_push(&stack, (Step){target, s->graph->starts[target]});
    }
    vec_free(&stack);
}

/* The number with the smallest semidominator on the path of linked nodes that ends in v. */
static u32 evaluate(SemiNca *s, u32 v) {
    if (!s->ancestor[v]) return v;
    vec_clear(&s->path);
    for (u32 u = v; s->ancestor[s->ancestor[u]]; u = s->ancestor[u]) vec_push(&s->path, u);
    for (u32 i = s->path.count; i-- > 0;) {
        u32 u = s->path.at[i], above = s->ancestor[u];
        if (s->semidominator[s->best[above]] < s->semidominator[s->best[u]]) s->best[u] = s->best[above];
        s->ancestor[u] = s->ancestor[above];
    }
    return s->best[v];
}

static void find_semidominators(SemiNca *s) {
    for (u32 v = s->count; v > 1; v--) {
        for (GRAPH_EACH(i, s->reversed, s->node[v])) {
            u32 u = s->number[s->reversed->targets[i]];
            if (!u) continue;
            u32 candidate = s->semidominator[evaluate(s, u)];
            if (candidate < s->semidominator[v]) s->semidominator[v] = candidate;
        }
        s->ancestor[v] = s->parent[v];
    }
}

static void find_dominators(SemiNca *s) {
    for (u32 v = 2; v <= s->count; v++) {
        u32 dominator = s->parent[v];
        while (dominator > s->semidominator[v]) dominator = s->dominator[dominator];
        s->dominator[v] = dominator;
    }
}

/* Intervals without a walk: a node's number is larger than its dominator's, so sizes of subtrees can be summed up
 * from the last node to the first, and the room of each be cut from its dominator's from the first to the last. */
static void number_tree(const SemiNca *s, DominatorTree *tree) {
    u32 *size = xcalloc(s->count + 1, sizeof(u32)), *next = xcalloc(s->count + 1, sizeof(u32));
    for (u32 v = s->count; v > 0; v--) {
        size[v]++;
        if (v > 1) size[s->dominator[v]] += size[v];
    }
    for (u32 v = 1; v <= s->count; v++) {
        u32 first = v == 1 ? 1 : next[s->dominator[v]];
        if (v > 1) next[s->dominator[v]] += size[v];
        next[v] = first + 1;
        tree->enter[s->node[v]] = first;
        tree->exit[s->node[v]] = first + size[v];
    }
    free(size);
    free(next);
}

DominatorTree dominators_of(const Graph *graph, const Graph *reversed, u32 root) {
    u32 nodes = graph->count;
    DominatorTree tree = {.parent = xmalloc((nodes + 1) * sizeof(u32)),
                          .enter = xcalloc(nodes + 1, sizeof(u32)),
                          .exit = xcalloc(nodes + 1, sizeof(u32))};
    SemiNca s = {.graph = graph, .reversed = reversed};
    u32 **arrays[] = {&s.number, &s.node, &s.parent, &s.ancestor, &s.best, &s.semidominator, &s.dominator};
    for (u32 i = 0; i < COUNT_OF(arrays); i++) *arrays[i] = xcalloc(nodes + 1, sizeof(u32));
    walk_depth_first(&s, root);
    find_semidominators(&s);
    find_dominators(&s);
    number_tree(&s, &tree);
    for (u32 i = 0; i < nodes; i++) tree.parent[i] = s.number[i] > 1 ? s.node[s.dominator[s.number[i]]] : FLOW_NONE;
    for (u32 i = 0; i < COUNT_OF(arrays); i++) free(*arrays[i]);
    vec_free(&s.path);
    return tree;
}

void dominators_free(DominatorTree *tree) {
    free(tree->parent);
    free(tree->enter);
    free(tree->exit);
    *tree = (DominatorTree){0};
}
