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
#include "alias/sets.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PlaceSet now;
    PlaceSet sent;                  /* those that the successors have: the paper's P_old */
    PlaceSet handled;               /* those that the constraints below have seen: the paper's P_cache */
    Set edges;                      /* successors */
    u32 parent;                     /* the node it was merged into; itself if in none */
    u32 complex;                    /* first entry of its list + 1 */
    bool has_unsent, has_unhandled; /* `now` has grown since */
} SolverNode;

typedef struct {
    u32 constraint, next;
    bool is_target; /* SET_MOVE: of the destination */
} Complex;

/* A step of a set that was taken before: thousands of pointers with the same set are moved to the same field. */
typedef struct {
    SetKind kind;
    u32 size;
    i64 amount;
    PlaceSet from, to;
} Step;

enum { STEPS = 1 << 14 };

typedef struct {
    Constraints *cs;
    PlaceSets *sets;
    Step *steps; /* by hash; what came last */
    VEC(SolverNode) nodes;
    VEC(Complex) complex;
    u32 attached;       /* constraints that were taken over */
    VEC(u32) order;     /* representatives, topological */
    VEC(u32) distances; /* constraints SET_BY */
    Map moved;          /* hash of (constraint, distance): followed */
    Map moved_to;       /* destination << 32 | source: there is a constraint */
    Moves moves;
    Places places;     /* scratch */
    PlaceList stepped; /* scratch: where the members of a set are after a step */
    u32 new_edges;     /* since cycles were last looked for */
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

static void unite(Solver *s, u32 node, PlaceSet with) {
    PlaceSet both = placesets_union(s->sets, s->nodes.at[node].now, with);
    if (both == s->nodes.at[node].now) return;
    s->nodes.at[node].now = both;
    note_growth(s, node);
}

static void add_edge(Solver *s, u32 from, u32 to) {
    from = find(s, from);
    to = find(s, to);
    if (from == to || !set_add(&s->nodes.at[from].edges, to)) return;
    unite(s, to, s->nodes.at[from].sent);
    s->new_edges++;
    s->changed = true;
}

static void add_place(Solver *s, u32 node, u32 place) {
    node_at(s, place);
    node = find(s, node);
    u32 member = constraints_member(s->cs, place);
    if (placesets_has(s->sets, s->nodes.at[node].now, member)) return;
    s->nodes.at[node].now = placesets_with(s->sets, s->nodes.at[node].now, member);
    note_growth(s, node);
}

/* ---- Phase 3: constraints that depend on sets ---- */

static void step_place(Solver *s, const SetConstraint *c, u32 place) {
    Constraints *cs = s->cs;
    const Node from = cs->nodes.at[place];
    const Layout *layout = &cs->objects.at[from.object].layout;
    vec_clear(&s->places);
    if (from.place == PLACE_ANY) {
        vec_push(&s->stepped, constraints_member(cs, place));
        return;
    }
    switch (c->kind) {
    case SET_STEP: layout_step(layout, from.place, c->amount, &s->places); break;
    case SET_INDEX: layout_index(layout, from.place, c->amount, c->size, &s->places); break;
    case SET_WALK: layout_index_any(layout, from.place, c->size, &s->places); break;
    default: vec_push(&s->places, PLACE_ANY);
    }
    for (u32 i = 0; i < s->places.count; i++) {
        u32 moved = constraints_place(cs, from.object, s->places.at[i]);
        vec_push(&s->stepped, constraints_member(cs, moved));
    }
}

/* All members of a set at once: a set is cheaper to make as a whole than by adding its members one by one. */
static PlaceSet step_set(Solver *s, const SetConstraint *c, PlaceSet set) {
    PlaceList members = {0};
    placesets_list(s->sets, set, &members);
    vec_clear(&s->stepped);
    for (u32 i = 0; i < members.count; i++) step_place(s, c, constraints_member_node(s->cs, members.at[i]));
    node_at(s, s->cs->nodes.count - 1);
    vec_free(&members);
    return placesets_of(s->sets, &s->stepped);
}

static void step(Solver *s, const SetConstraint *c, PlaceSet set) {
    u64 hash = hash_combine(hash_combine((u64)c->kind << 32 | set, c->size), (u64)c->amount);
    Step *known = &s->steps[hash % STEPS];
    bool is_known =
        set && known->from == set && known->kind == c->kind && known->size == c->size && known->amount == c->amount;
    if (!is_known) *known = (Step){c->kind, c->size, c->amount, set, step_set(s, c, set)};
    unite(s, find(s, c->dst), known->to);
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
    if (c.kind == SET_CALL) constraints_add_target(s->cs, (u32)c.amount, object);
    else if (kind == ABSTRACT_DISTANCE || kind == ABSTRACT_FUNCTION) return; /* without content */
    else if (c.kind == SET_MOVE) moves_handle(&s->moves, s->cs, complex->constraint, place, complex->is_target);
    else access(s, &c, place);
}

static bool is_step(SetKind kind) {
    return kind == SET_STEP || kind == SET_INDEX || kind == SET_WALK || kind == SET_ANYWHERE;
}

/* Applies the constraints from an entry on, to the last or just this one, to the members of a set. */
static void handle_set(Solver *s, u32 entry, bool to_last, PlaceSet set) {
    PlaceList members = {0};
    if (set && entry) placesets_list(s->sets, set, &members);
    for (; set && entry; entry = to_last ? s->complex.at[entry - 1].next : 0) {
        Complex complex = s->complex.at[entry - 1];
        SetConstraint c = s->cs->list.at[complex.constraint];
        if (is_step(c.kind)) step(s, &c, set);
        else
            for (u32 i = 0; i < members.count; i++)
                handle_place(s, &complex, constraints_member_node(s->cs, members.at[i]));
    }
    vec_free(&members);
}

static void handle_new(Solver *s, u32 node) {
    SolverNode *at = &s->nodes.at[node];
    PlaceSet fresh = placesets_difference(s->sets, at->now, at->handled);
    at->has_unhandled = false;
    if (!fresh) return;
    s->changed = true;
    at->handled = at->now;
    handle_set(s, at->complex, true, fresh);
}

/* ---- New values that must hold what others hold ---- */

enum { SEVERAL = 0xffffffff };

/* The constraint that says alone what a closed node holds; SEVERAL if there are more. */
static void find_definitions(const Solver *s, Map *definitions) {
    for (u32 i = s->attached; i < s->cs->list.count; i++) {
        const SetConstraint *c = &s->cs->list.at[i];
        bool is_effect = c->kind == SET_STORE || c->kind == SET_MOVE || c->kind == SET_CALL;
        if (is_effect || !s->cs->nodes.at[c->dst].is_closed) continue;
        bool is_new;
        u64 *cell = map_cell(definitions, c->dst, &is_new);
        *cell = is_new && c->kind != SET_BY ? i : SEVERAL;
    }
}

/* What the constraint yields depends on this alone. */
static u64 key_of(Solver *s, const SetConstraint *c) {
    return hash_combine(hash_combine((u64)c->kind << 32 | find(s, c->src), c->size), (u64)c->amount);
}

/* Two constraints of the same kind on the same pointer, or a copy: the results are one node (value numbering, as in
 * Hardekopf and Lin's HVN, within what was walked last). The constraint then has nothing left to do. */
static void substitute_by(Solver *s, u32 constraint, Map *results) {
    SetConstraint *c = &s->cs->list.at[constraint];
    u32 same = c->src, dst = find(s, c->dst);
    if (c->kind == SET_ADDRESS) return;
    if (c->kind != SET_COPY) {
        bool is_new;
        u64 *cell = map_cell(results, key_of(s, c), &is_new);
        if (is_new) *cell = constraint;
        if (is_new) return;
        const SetConstraint *first = &s->cs->list.at[*cell];
        bool is_same = first->kind == c->kind && find(s, first->src) == find(s, c->src) && first->size == c->size &&
                       first->amount == c->amount;
        if (!is_same) return;
        same = first->dst;
    }
    same = find(s, same);
    c->kind = SET_COPY;
    c->src = c->dst;
    if (dst != same) s->nodes.at[dst].parent = same;
}

/* The nodes are new, so there is nothing to merge but the nodes themselves. */
static void substitute(Solver *s) {
    Map definitions = {0}, results = {0};
    node_at(s, s->cs->nodes.count - 1);
    find_definitions(s, &definitions);
    for (u32 i = s->attached; i < s->cs->list.count; i++) {
        const SetConstraint *c = &s->cs->list.at[i];
        u64 only;
        if (c->kind == SET_COPY && map_get(&definitions, c->dst, &only) && only == i) substitute_by(s, i, &results);
    }
    for (u32 i = 0; i < definitions.count; i++)
        if (definitions.entries[i].value != SEVERAL) substitute_by(s, (u32)definitions.entries[i].value, &results);
    map_free(&definitions);
    map_free(&results);
}

/* ---- New constraints ---- */

static void attach(Solver *s, u32 constraint, u32 node, bool is_target) {
    node = find(s, node);
    vec_push(&s->complex, (Complex){constraint, s->nodes.at[node].complex, is_target});
    s->nodes.at[node].complex = s->complex.count;
    handle_set(s, s->complex.count, false, s->nodes.at[node].handled);
}

static void attach_new(Solver *s) {
    substitute(s);
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
    if (!s->nodes.at[node].complex) return;
    PlaceSet missed = placesets_difference(s->sets, s->nodes.at[other].handled, s->nodes.at[node].handled);
    handle_set(s, s->nodes.at[node].complex, true, missed);
}

static void merge(Solver *s, u32 node, u32 into) {
    catch_up(s, node, into);
    catch_up(s, into, node);
    SolverNode *from = &s->nodes.at[node], *to = &s->nodes.at[into];
    from->parent = into;
    to->now = placesets_union(s->sets, to->now, from->now);
    to->sent = placesets_common(s->sets, to->sent, from->sent);
    to->handled = placesets_union(s->sets, to->handled, from->handled);
    set_unite(&to->edges, &from->edges);
    to->has_unsent = to->has_unhandled = true;
    if (from->complex) {
        u32 last = from->complex;
        while (s->complex.at[last - 1].next) last = s->complex.at[last - 1].next;
        s->complex.at[last - 1].next = to->complex;
        to->complex = from->complex;
    }
    from->now = from->sent = from->handled = 0;
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
    SolverNode *from = &s->nodes.at[node];
    if (!from->has_unsent) return;
    from->has_unsent = false;
    PlaceSet fresh = placesets_difference(s->sets, from->now, from->sent);
    if (!fresh) return;
    from->sent = from->now;
    for (SetWalk walk = set_walk(&from->edges); set_next(&walk);) {
        u32 to = find(s, walk.number);
        if (to != node) unite(s, to, fresh);
    }
}

/* ---- Differences of pointers ---- */

static bool have_common_object(Solver *s, PlaceSet x, PlaceSet y) {
    PlaceList places[2] = {0};
    u32 i = 0, k = 0;
    bool found = false;
    placesets_list(s->sets, x, &places[0]);
    placesets_list(s->sets, y, &places[1]);
    while (i < places[0].count && k < places[1].count && !found) {
        u32 one = places[0].at[i] / PLACES_PER_OBJECT, other = places[1].at[k] / PLACES_PER_OBJECT;
        found = one == other;
        if (one < other) i++;
        else k++;
    }
    vec_free(&places[0]);
    vec_free(&places[1]);
    return found;
}

/* q = p + (x - y): if p may point into an object of y, then q may point into one of x. */
static void move_by(Solver *s, const SetConstraint *c, u32 p, u32 x, u32 y, u64 key) {
    bool is_new;
    if (map_get(&s->moved, key, NULL)) return;
    if (!have_common_object(s, s->nodes.at[find(s, p)].now, s->nodes.at[find(s, y)].now)) return;
    map_cell(&s->moved, key, &is_new);
    map_cell(&s->moved_to, (u64)find(s, c->dst) << 32 | find(s, x), &is_new);
    if (!is_new) return;
    constraints_add(s->cs, SET_ANYWHERE, c->dst, x, 0, 0);
    s->changed = true;
}

static void follow_distances(Solver *s) {
    PlaceList members = {0};
    for (u32 i = 0; i < s->distances.count; i++) {
        u32 constraint = s->distances.at[i];
        SetConstraint c = s->cs->list.at[constraint];
        placesets_list(s->sets, s->nodes.at[find(s, (u32)c.amount)].now, &members);
        for (u32 k = 0; k < members.count; k++) {
            u32 object = members.at[k] / PLACES_PER_OBJECT;
            Abstract distance = s->cs->objects.at[object];
            if (distance.kind != ABSTRACT_DISTANCE) continue;
            u64 key = ((u64)constraint << 32 | object) << 1;
            move_by(s, &c, c.src, distance.minuend, distance.subtrahend, key);
            move_by(s, &c, c.src, distance.subtrahend, distance.minuend, key | 1);
        }
    }
    vec_free(&members);
}

/* ---- All together ---- */

/* Sets that no node has any more are let go. */
static void tidy_sets(Solver *s) {
    if (!placesets_is_crowded(s->sets)) return;
    PlaceSetsMove move = placesets_move_begin(s->sets);
    for (u32 i = 0; i < s->nodes.count; i++) {
        SolverNode *node = &s->nodes.at[i];
        node->now = placesets_move(&move, node->now);
        node->sent = placesets_move(&move, node->sent);
        node->handled = placesets_move(&move, node->handled);
    }
    s->sets = placesets_move_end(&move);
    memset(s->steps, 0, STEPS * sizeof *s->steps);
}

enum { FEW_EDGES = 50 }; /* the order need not be exact: it is renewed when every 50th node has a new edge */

static void solve(Solver *s) {
    do {
        s->changed = false;
        tidy_sets(s);
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
    PlaceSet *sets = xcalloc(count, sizeof *sets);
    node_at(s, count - 1);
    for (u32 i = 0; i < count; i++) {
        representative[i] = find(s, i);
        sets[i] = s->nodes.at[i].now;
    }
    Alias *alias = alias_new(s->cs, representative, s->sets, sets);
    groups_of_sets(alias);
    return alias;
}

static void free_solver(Solver *s) {
    for (u32 i = 0; i < s->nodes.count; i++) set_free(&s->nodes.at[i].edges);
    free(s->steps);
    vec_free(&s->nodes);
    vec_free(&s->complex);
    vec_free(&s->order);
    vec_free(&s->distances);
    vec_free(&s->places);
    vec_free(&s->stepped);
    map_free(&s->moved);
    map_free(&s->moved_to);
    moves_free(&s->moves);
}

Alias *alias_andersen(Program *program, AliasClones clones, Error *error) {
    assert(clones != ALIAS_BOTTOM_UP); /* alias_clones_named */
    Solver s = {.cs = constraints_new(program, clones), .sets = placesets_new(), .steps = xcalloc(STEPS, sizeof(Step))};
    Alias *alias = NULL;
    if (constraints_start(s.cs, error)) {
        solve(&s);
        alias = finish(&s);
    } else {
        constraints_free(s.cs);
        placesets_free(s.sets);
    }
    free_solver(&s);
    return alias;
}
