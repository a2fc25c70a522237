/* Control flow of graphs made by hand and at random, against the definitions: dominance by taking a node away, loops by
 * which nodes reach each other. */
#include "check.h"
#include "program/flow.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 14 };

/* ---- Graphs ---- */

typedef struct {
    u32 count;
    bool edge[MOST][MOST];
} Matrix;

static Graph graph_of(const Matrix *matrix) {
    VEC(u32) targets = {0};
    Graph graph = {.count = matrix->count, .starts = xcalloc(matrix->count + 1, sizeof(u32))};
    for (u32 i = 0; i < matrix->count; i++) {
        for (u32 k = 0; k < matrix->count; k++)
            if (matrix->edge[i][k]) vec_push(&targets, k);
        graph.starts[i + 1] = targets.count;
    }
    graph.targets = targets.at;
    return graph;
}

static u64 state = 88172645463325252u;
static u32 random_below(u32 bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (u32)(state % bound);
}

/* Mostly two ways out of a block, as programs have; now and then many. */
static Matrix random_matrix(void) {
    Matrix m = {.count = 1 + random_below(MOST)};
    u32 most = 1 + random_below(3);
    for (u32 i = 0; i < m.count; i++)
        for (u32 k = random_below(most + 1); k > 0; k--) m.edge[i][random_below(m.count)] = true;
    return m;
}

/* ---- Definitions ---- */

/* What can be reached from a node without entering `without`, along edges that `allowed` keeps. */
static void mark_reachable(const Matrix *m, u32 from, u32 without, bool *seen) {
    u32 todo[MOST], left = 0;
    if (from == without || seen[from]) return;
    seen[from] = true;
    todo[left++] = from;
    while (left) {
        u32 node = todo[--left];
        for (u32 k = 0; k < m->count; k++) {
            if (!m->edge[node][k] || k == without || seen[k]) continue;
            seen[k] = true;
            todo[left++] = k;
        }
    }
}

static bool is_end(const Matrix *m, u32 node) {
    for (u32 k = 0; k < m->count; k++)
        if (m->edge[node][k]) return false;
    return true;
}

static bool reaches_end(const Matrix *m, u32 from, u32 without) {
    bool seen[MOST] = {0};
    mark_reachable(m, from, without, seen);
    for (u32 i = 0; i < m->count; i++)
        if (seen[i] && is_end(m, i)) return true;
    return false;
}

static void check_dominators(const Matrix *m, const Flow *flow) {
    bool reached[MOST] = {0};
    mark_reachable(m, 0, MOST, reached);
    for (u32 a = 0; a < m->count; a++) {
        bool without[MOST] = {0};
        mark_reachable(m, 0, a, without);
        for (u32 b = 0; b < m->count; b++) {
            CHECK(flow_dominates(flow, a, b) == (reached[a] && reached[b] && !without[b]));
            bool ends = reaches_end(m, b, MOST) && reaches_end(m, a, MOST);
            CHECK(flow_postdominates(flow, a, b) == (ends && !reaches_end(m, b, a)));
        }
        CHECK((flow->position[a] != FLOW_NONE) == reached[a]);
    }
    for (u32 b = 0; b < m->count; b++) { /* the immediate one is dominated by all others */
        u32 parent = flow->dominators.parent[b];
        CHECK((parent == FLOW_NONE) == (b == 0 || !reached[b]));
        if (parent == FLOW_NONE) continue;
        CHECK(parent != b && flow_dominates(flow, parent, b));
        for (u32 a = 0; a < m->count; a++)
            if (a != b && flow_dominates(flow, a, b)) CHECK(flow_dominates(flow, a, parent));
    }
}

/* Do the two reach each other inside of the set? */
static bool are_connected(const Matrix *m, u32 a, u32 b) {
    bool from_a[MOST] = {0}, from_b[MOST] = {0};
    for (u32 k = 0; k < m->count; k++) {
        if (m->edge[a][k]) mark_reachable(m, k, MOST, from_a);
        if (m->edge[b][k]) mark_reachable(m, k, MOST, from_b);
    }
    return from_a[b] && from_b[a];
}

/* The components of m among `inside` are the loops of which `parent` is the innermost around. */
static u32 check_loops_in(const Matrix *m, const Matrix *whole, const Flow *flow, const bool *inside, u32 parent) {
    bool done[MOST] = {0};
    u32 found = 0;
    for (u32 a = 0; a < m->count; a++) {
        bool members[MOST] = {0};
        if (!inside[a] || done[a] || !are_connected(m, a, a)) continue;
        for (u32 b = 0; b < m->count; b++) members[b] = inside[b] && are_connected(m, a, b);
        u32 loop = 0;
        while (loop < flow->loops.count && !(flow->loops.at[loop].parent == parent && flow_loop_has(flow, loop, a)))
            loop++;
        CHECK(loop < flow->loops.count);
        if (loop == flow->loops.count) return found;
        found++;
        Matrix rest = *m;
        u32 entries = 0;
        for (u32 b = 0; b < m->count; b++) {
            CHECK(flow_loop_has(flow, loop, b) == members[b]);
            done[b] |= members[b];
            bool enters = b == 0;
            for (u32 k = 0; k < m->count; k++) {
                if (members[b] && !members[k]) enters |= whole->edge[k][b] && flow->position[k] != FLOW_NONE;
                if (!members[b]) rest.edge[b][k] = rest.edge[k][b] = false;
            }
            CHECK((flow->entered[b] == loop) == (members[b] && enters));
            if (!members[b] || !enters) continue;
            entries++;
            for (u32 k = 0; k < m->count; k++) rest.edge[k][b] = false;
        }
        const Loop *l = &flow->loops.at[loop];
        CHECK(l->entries == entries && l->is_irreducible == (entries > 1) && flow->entered[l->header] == loop);
        CHECK(l->depth == (parent == FLOW_NONE ? 1 : flow->loops.at[parent].depth + 1));
        for (u32 b = 0; b < m->count && !l->is_irreducible; b++)
            if (members[b]) CHECK(flow_dominates(flow, l->header, b));
        CHECK(l->is_irreducible || flow->order[l->first] == l->header);
        found += check_loops_in(&rest, whole, flow, members, loop);
    }
    return found;
}

static void check_order(const Matrix *m, const Flow *flow) {
    bool reached[MOST] = {0};
    for (u32 i = 0; i < flow->order_count; i++) CHECK(flow->position[flow->order[i]] == i);
    for (u32 i = 0; i < m->count; i++) reached[i] = flow->position[i] != FLOW_NONE;
    CHECK(check_loops_in(m, m, flow, reached, FLOW_NONE) == flow->loops.count);
    for (u32 a = 0; a < m->count; a++) {
        u32 innermost = FLOW_NONE;
        for (u32 loop = 0; loop < flow->loops.count; loop++)
            if (flow_loop_has(flow, loop, a)) innermost = loop; /* inner ones come later */
        CHECK(flow->loop[a] == innermost);
        for (u32 b = 0; b < m->count; b++) {
            if (!m->edge[a][b] || !reached[a] || !flow_is_back_edge(flow, a, b)) continue;
            u32 loop = flow->entered[b];
            CHECK(loop != FLOW_NONE && flow_loop_has(flow, loop, a));
        }
    }
}

static void check_matrix(const Matrix *m) {
    Flow *flow = flow_of_graph(graph_of(m));
    check_dominators(m, flow);
    check_order(m, flow);
    flow_free(flow);
}

/* ---- By hand ---- */

static void two_loops(void) {
    /* 0 -> 1 { 2 { 3 } 4 } 5 */
    Matrix m = {.count = 6};
    m.edge[0][1] = m.edge[1][2] = m.edge[2][3] = m.edge[3][2] = m.edge[2][4] = m.edge[4][1] = m.edge[1][5] = true;
    Flow *flow = flow_of_graph(graph_of(&m));
    CHECK(flow->loops.count == 2);
    CHECK(flow->loops.at[0].header == 1 && flow->loops.at[0].count == 4 && flow->loops.at[0].depth == 1);
    CHECK(flow->loops.at[1].header == 2 && flow->loops.at[1].count == 2 && flow->loops.at[1].parent == 0);
    CHECK(flow_is_back_edge(flow, 4, 1) && flow_is_back_edge(flow, 3, 2) && !flow_is_back_edge(flow, 2, 4));
    CHECK(flow->postdominators.parent[1] == 5 && flow->postdominators.parent[5] == flow_exit(flow));
    for (u32 i = 0; i < 6; i++) CHECK(flow->order[i] == i);
    flow_free(flow);
    check_matrix(&m);
}

static void two_entries(void) {
    Matrix m = {.count = 3};
    m.edge[0][1] = m.edge[0][2] = m.edge[1][2] = m.edge[2][1] = true;
    Flow *flow = flow_of_graph(graph_of(&m));
    CHECK(flow->loops.count == 1 && flow->loops.at[0].is_irreducible && flow->loops.at[0].entries == 2);
    CHECK(flow_is_back_edge(flow, 1, 2) != flow_is_back_edge(flow, 2, 1));
    flow_free(flow);
    check_matrix(&m);
}

/* A chain of a million blocks, each of which may leave to the last, in one loop: nothing recurses, nothing is quadratic. */
static void deep(void) {
    u32 count = 1000000;
    Graph graph = {
        .count = count, .starts = xcalloc(count + 1, sizeof(u32)), .targets = xcalloc(2 * (size_t)count, sizeof(u32))};
    u32 made = 0;
    for (u32 i = 0; i < count; i++) {
        if (i + 1 < count) graph.targets[made++] = i + 1;
        if (i + 2 < count) graph.targets[made++] = i + 2 < count - 1 ? count - 1 : 0;
        graph.starts[i + 1] = made;
    }
    Flow *flow = flow_of_graph(graph);
    CHECK(flow->order_count == count && flow->loops.count == 1 && flow->loops.at[0].header == 0);
    CHECK(flow->dominators.parent[count - 1] == 0 && flow->dominators.parent[1000] == 999);
    CHECK(flow_dominates(flow, 5, count - 2) && !flow_dominates(flow, 5, count - 1));
    flow_free(flow);
}

int main(void) {
    two_loops();
    two_entries();
    deep();
    for (u32 i = 0; i < 20000; i++) {
        Matrix m = random_matrix();
        check_matrix(&m);
    }
    return finish();
}
