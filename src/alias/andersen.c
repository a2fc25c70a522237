/* Andersen's analysis, solved by wave propagation (Pereira and Berlin, CGO 2009).
 *
 * Each round has the paper's three phases:
 *   1. cycles of the graph of copies are collapsed, and its nodes put into topological order (algorithm 2,
 *      Tarjan's strongly connected components);
 *   2. what is new in each set is sent along the edges in that order (algorithm 3);
 *   3. constraints that depend on sets (loads, stores, steps, calls) are applied to what is new, and add edges
 *      and members (algorithm 4).
 * It ends when a round adds nothing. */
#include "alias/result.h"

#include "alias/moves.h"

#include <string.h>

typedef struct {
    Set now;                        /* places */
    Set sent;                       /* those that the successors have: the paper's P_old */
    Set handled;                    /* those that the constraints below have seen: the paper's P_cache */
    Set edges;                      /* successors */
    u32 parent;                     /* the node it was merged into; itself if in none */
    u32 complex;                    /* first entry of its list + 1 */
    bool has_unsent, has_unhandled; /* `now` has grown since */
} SolverNode;

typedef struct {
    u32 constraint, next;
    bool is_target; /* SET_MOVE: of the destination */
} Complex;

typedef struct {
    Constraints *cs;
    VEC(SolverNode) nodes;
    VEC(Complex) complex;
    u32 attached;       /* constraints that were taken over */
    VEC(u32) order;     /* representatives, topological */
    VEC(u32) distances; /* constraints SET_BY */
    Map moved;          /* hash of (constraint, distance): followed */
    Moves moves;
    Places places; /* scratch */
    u32 new_edges; /* since cycles were last looked for */
    bool changed;
} Solver;

static SolverNode *node_at(Solver *s, u32 node) {
    for (u32 i = s->nodes.count; i < s->cs->nodes.count; i++) vec_push(&s->nodes, (SolverNode){.parent = i});
    return &s->nodes.at[node];
}

static u32 find(Solver *s, u32 node) {
    while (node_at(s, node)->parent != node) {
        u32 parent = s->nodes.at[node].parent;
        node = s->nodes.at[node].parent = node_at(s, parent)->parent;
    }
    return node;
}

static void note_growth(Solver *s, u32 node) {
    s->nodes.at[node].has_unsent = s->nodes.at[node].has_unhandled = true;
    s->changed = true;
}

static void add_edge(Solver *s, u32 from, u32 to) {
    from = find(s, from);
    to = find(s, to);
    if (from == to || !set_add(&s->nodes.at[from].edges, to)) return;
    if (set_unite(&s->nodes.at[to].now, &s->nodes.at[from].sent)) note_growth(s, to);
    s->new_edges++;
    s->changed = true;
}

static void add_place(Solver *s, u32 node, u32 place) {
    node_at(s, place);
    node = find(s, node);
    if (set_add(&s->nodes.at[node].now, place)) note_growth(s, node);
}

/* ---- Phase 3: constraints that depend on sets ---- */

static void step(Solver *s, const SetConstraint *c, u32 place) {
    Constraints *cs = s->cs;
    const Node from = cs->nodes.at[place];
    const Layout *layout = &cs->objects.at[from.object].layout;
    if (from.place == PLACE_ANY) {
        add_place(s, c->dst, place);
        return;
    }
    vec_clear(&s->places);
    switch (c->kind) {
    case SET_STEP: layout_step(layout, from.place, c->amount, &s->places); break;
    case SET_INDEX: layout_index(layout, from.place, c->amount, c->size, &s->places); break;
    case SET_WALK: layout_index_any(layout, from.place, c->size, &s->places); break;
    default: vec_push(&s->places, PLACE_ANY);
    }
    for (u32 i = 0; i < s->places.count; i++) add_place(s, c->dst, constraints_place(cs, from.object, s->places.at[i]));
}

static void access(Solver *s, const SetConstraint *c, u32 place) {
    Constraints *cs = s->cs;
    Node at = cs->nodes.at[place];
    vec_clear(&s->places);
    if (c->size && c->size <= at.room) {
        if (c->kind == SET_LOAD) add_edge(s, at.loaded, c->dst);
        else add_edge(s, c->src, at.content);
        return;
    }
    if (c->size) layout_access(&cs->objects.at[at.object].layout, at.place, c->size, &s->places);
    else vec_push(&s->places, PLACE_ANY);
    for (u32 i = 0; i < s->places.count; i++) {
        u32 touched = constraints_place(cs, at.object, s->places.at[i]);
        if (c->kind == SET_LOAD) add_edge(s, cs->nodes.at[touched].loaded, c->dst);
        else add_edge(s, c->src, cs->nodes.at[touched].content);
    }
}

static void handle_place(Solver *s, const Complex *complex, u32 place) {
    SetConstraint c = s->cs->list.at[complex->constraint];
    u32 object = s->cs->nodes.at[place].object;
    AbstractKind kind = s->cs->objects.at[object].kind;
    bool has_content = kind != ABSTRACT_DISTANCE && kind != ABSTRACT_FUNCTION;
    switch (c.kind) {
    case SET_LOAD:
    case SET_STORE:
        if (has_content) access(s, &c, place);
        break;
    case SET_MOVE:
        if (has_content) moves_handle(&s->moves, s->cs, complex->constraint, place, complex->is_target);
        break;
    case SET_CALL: constraints_add_target(s->cs, (u32)c.amount, object); break;
    default: step(s, &c, place);
    }
}

static void handle_new(Solver *s, u32 node) {
    Set fresh = {0};
    s->nodes.at[node].has_unhandled = false;
    set_difference(&fresh, &s->nodes.at[node].now, &s->nodes.at[node].handled);
    if (fresh.count) {
        s->changed = true;
        set_assign(&s->nodes.at[node].handled, &s->nodes.at[node].now);
        for (u32 entry = s->nodes.at[node].complex; entry; entry = s->complex.at[entry - 1].next) {
            Complex complex = s->complex.at[entry - 1];
            for (SetWalk walk = set_walk(&fresh); set_next(&walk);) handle_place(s, &complex, walk.number);
        }
    }
    set_free(&fresh);
}

/* ---- New constraints ---- */

static void attach(Solver *s, u32 constraint, u32 node, bool is_target) {
    node = find(s, node);
    vec_push(&s->complex, (Complex){constraint, s->nodes.at[node].complex, is_target});
    s->nodes.at[node].complex = s->complex.count;
    Set known = {0};
    set_assign(&known, &s->nodes.at[node].handled);
    Complex complex = vec_last(&s->complex);
    for (SetWalk walk = set_walk(&known); set_next(&walk);) handle_place(s, &complex, walk.number);
    set_free(&known);
}

static void attach_new(Solver *s) {
    for (; s->attached < s->cs->list.count; s->attached++) {
        SetConstraint c = s->cs->list.at[s->attached];
        switch (c.kind) {
        case SET_ADDRESS: add_place(s, c.dst, c.src); break;
        case SET_COPY: add_edge(s, c.src, c.dst); break;
        case SET_STORE: attach(s, s->attached, c.dst, false); break;
        case SET_MOVE:
            attach(s, s->attached, c.src, false);
            attach(s, s->attached, c.dst, true);
            break;
        case SET_BY: vec_push(&s->distances, s->attached); break;
        default: attach(s, s->attached, c.src, false);
        }
    }
}

/* ---- Phase 1: cycles and order ---- */

/* Applies the constraints of a node to what only the constraints of another have seen: the two become one. */
static void catch_up(Solver *s, u32 node, u32 other) {
    Set missed = {0};
    if (s->nodes.at[node].complex) set_difference(&missed, &s->nodes.at[other].handled, &s->nodes.at[node].handled);
    for (u32 entry = missed.count ? s->nodes.at[node].complex : 0; entry; entry = s->complex.at[entry - 1].next) {
        Complex complex = s->complex.at[entry - 1];
        for (SetWalk walk = set_walk(&missed); set_next(&walk);) handle_place(s, &complex, walk.number);
    }
    set_free(&missed);
}

static void merge(Solver *s, u32 node, u32 into) {
    catch_up(s, node, into);
    catch_up(s, into, node);
    SolverNode *from = &s->nodes.at[node], *to = &s->nodes.at[into];
    from->parent = into;
    set_unite(&to->now, &from->now);
    set_intersect(&to->sent, &from->sent);
    set_unite(&to->handled, &from->handled);
    set_unite(&to->edges, &from->edges);
    to->has_unsent = to->has_unhandled = true;
    if (from->complex) {
        u32 last = from->complex;
        while (s->complex.at[last - 1].next) last = s->complex.at[last - 1].next;
        s->complex.at[last - 1].next = to->complex;
        to->complex = from->complex;
    }
    set_free(&from->now);
    set_free(&from->sent);
    set_free(&from->handled);
    set_free(&from->edges);
}

typedef struct {
    u32 node;
    SetWalk walk;
} Visit;

typedef struct {
    u32 *index, *low; /* 0: not visited */
    bool *on_stack;
    u32 next;
    VEC(u32) stack;
    VEC(Visit) visits;
    VEC(u32) members;       /* of components with more than one, one component after the other */
    VEC(u32) component_end; /* where each ends in `members` */
} Tarjan;

static void enter(Solver *s, Tarjan *t, u32 node) {
    t->index[node] = t->low[node] = ++t->next;
    t->on_stack[node] = true;
    vec_push(&t->stack, node);
    vec_push(&t->visits, (Visit){node, set_walk(&s->nodes.at[node].edges)});
}

/* Components are left in reverse topological order. */
static void leave_component(Solver *s, Tarjan *t, u32 root) {
    u32 first = t->members.count, member;
    do {
        member = vec_pop(&t->stack);
        t->on_stack[member] = false;
        vec_push(&t->members, member);
    } while (member != root);
    vec_push(&s->order, root);
    if (t->members.count - first == 1) t->members.count = first;
    else vec_push(&t->component_end, t->members.count);
}

static void visit(Solver *s, Tarjan *t, u32 start) {
    enter(s, t, start);
    while (t->visits.count) {
        Visit *v = &vec_last(&t->visits);
        u32 node = v->node;
        if (set_next(&v->walk)) {
            u32 next = find(s, v->walk.number);
            if (!t->index[next]) enter(s, t, next);
            else if (t->on_stack[next]) t->low[node] = MIN(t->low[node], t->index[next]);
            continue;
        }
        if (t->low[node] == t->index[node]) leave_component(s, t, node);
        t->visits.count--;
        if (!t->visits.count) break;
        u32 parent = vec_last(&t->visits).node;
        t->low[parent] = MIN(t->low[parent], t->low[node]);
    }
}

/* Merging keeps the root of a component, which is the one in the order. */
static void merge_components(Solver *s, Tarjan *t) {
    u32 at = 0;
    for (u32 i = 0; i < t->component_end.count; i++) {
        u32 end = t->component_end.at[i], root = t->members.at[end - 1];
        for (; at < end - 1; at++) merge(s, t->members.at[at], root);
        at = end;
    }
}

static void collapse_cycles(Solver *s) {
    u32 count = s->cs->nodes.count;
    node_at(s, count - 1);
    Tarjan t = {
        .index = xcalloc(count, sizeof(u32)), .low = xcalloc(count, sizeof(u32)), .on_stack = xcalloc(count, 1)};
    vec_clear(&s->order);
    s->new_edges = 0;
    for (u32 i = 1; i < count; i++)
        if (s->nodes.at[i].parent == i && !t.index[i] && s->nodes.at[i].edges.count) visit(s, &t, i);
    merge_components(s, &t);
    free(t.index);
    free(t.low);
    free(t.on_stack);
    vec_free(&t.stack);
    vec_free(&t.visits);
    vec_free(&t.members);
    vec_free(&t.component_end);
}

/* ---- Phase 2: propagation ---- */

static void send_new(Solver *s, u32 node) {
    Set fresh = {0};
    SolverNode *from = &s->nodes.at[node];
    if (!from->has_unsent) return;
    from->has_unsent = false;
    set_difference(&fresh, &from->now, &from->sent);
    if (fresh.count) {
        set_assign(&from->sent, &from->now);
        for (SetWalk walk = set_walk(&from->edges); set_next(&walk);) {
            u32 to = find(s, walk.number);
            if (to != node && set_unite(&s->nodes.at[to].now, &fresh)) note_growth(s, to);
        }
    }
    set_free(&fresh);
}

/* ---- Differences of pointers ---- */

static bool have_common_object(Solver *s, const Set *x, const Set *y) {
    Set objects = {0};
    bool found = false;
    for (SetWalk walk = set_walk(x); set_next(&walk);) set_add(&objects, s->cs->nodes.at[walk.number].object);
    for (SetWalk walk = set_walk(y); set_next(&walk) && !found;)
        found = set_has(&objects, s->cs->nodes.at[walk.number].object);
    set_free(&objects);
    return found;
}

/* q = p + (x - y): if p may point into an object of y, then q may point into one of x. */
static void move_by(Solver *s, const SetConstraint *c, u32 p, u32 x, u32 y, u64 key) {
    bool is_new;
    if (map_get(&s->moved, key, NULL)) return;
    if (!have_common_object(s, &s->nodes.at[find(s, p)].now, &s->nodes.at[find(s, y)].now)) return;
    map_cell(&s->moved, key, &is_new);
    constraints_add(s->cs, SET_ANYWHERE, c->dst, x, 0, 0);
    s->changed = true;
}

static void follow_distances(Solver *s) {
    for (u32 i = 0; i < s->distances.count; i++) {
        u32 constraint = s->distances.at[i];
        SetConstraint c = s->cs->list.at[constraint];
        for (SetWalk walk = set_walk(&s->nodes.at[find(s, (u32)c.amount)].now); set_next(&walk);) {
            u32 object = s->cs->nodes.at[walk.number].object;
            Abstract distance = s->cs->objects.at[object];
            if (distance.kind != ABSTRACT_DISTANCE) continue;
            u64 key = ((u64)constraint << 32 | object) << 1;
            move_by(s, &c, c.src, distance.minuend, distance.subtrahend, key);
            move_by(s, &c, c.src, distance.subtrahend, distance.minuend, key | 1);
        }
    }
}

/* ---- All together ---- */

enum { FEW_EDGES = 50 }; /* the order need not be exact: it is renewed when every 50th node has a new edge */

static void solve(Solver *s) {
    do {
        s->changed = false;
        attach_new(s);
        if (s->new_edges > s->nodes.count / FEW_EDGES) collapse_cycles(s);
        for (u32 i = s->order.count; i-- > 0;) send_new(s, find(s, s->order.at[i]));
        for (u32 i = 1; i < s->nodes.count; i++) send_new(s, find(s, i));
        for (u32 i = 1; i < s->nodes.count; i++) {
            const SolverNode *node = &s->nodes.at[i];
            if (node->parent == i && node->complex && node->has_unhandled) handle_new(s, i);
        }
        if (!s->changed && s->attached == s->cs->list.count) follow_distances(s);
    } while (s->changed || s->attached < s->cs->list.count);
}

/* Hands the sets over to the result. */
static Alias *finish(Solver *s) {
    u32 count = s->cs->nodes.count;
    u32 *representative = xcalloc(count, sizeof *representative);
    Set *sets = xcalloc(count, sizeof *sets);
    node_at(s, count - 1);
    for (u32 i = 0; i < count; i++) {
        representative[i] = find(s, i);
        if (representative[i] == i) {
            sets[i] = s->nodes.at[i].now;
            s->nodes.at[i].now = (Set){0};
        }
    }
    return alias_new(s->cs, representative, sets);
}

static void free_solver(Solver *s) {
    for (u32 i = 0; i < s->nodes.count; i++) {
        set_free(&s->nodes.at[i].now);
        set_free(&s->nodes.at[i].sent);
        set_free(&s->nodes.at[i].handled);
        set_free(&s->nodes.at[i].edges);
    }
    vec_free(&s->nodes);
    vec_free(&s->complex);
    vec_free(&s->order);
    vec_free(&s->distances);
    vec_free(&s->places);
    map_free(&s->moved);
    moves_free(&s->moves);
}

Alias *alias_andersen(Program *program, Error *error) {
    Solver s = {.cs = constraints_new(program)};
    Alias *alias = NULL;
    if (constraints_start(s.cs, error)) {
        solve(&s);
        alias = finish(&s);
    } else {
        constraints_free(s.cs);
    }
    free_solver(&s);
    return alias;
}
