/* The call graph's components, solved one after the other; the calls between them. */
#include "alias/bottomup.h"

/* A copy beyond MOST_OF_A_CALL cells and values, or when there have been MOST_COPIES of them, is the common one. */
enum { MOST_OF_A_CALL = 2000, MOST_COPIES = 6000000 };

/* ---- Components: Tarjan's algorithm, without recursion ---- */

typedef struct {
    u32 *first, *targets; /* instance -> where its callees begin in `targets` */
} CallGraph;

static CallGraph call_graph_of(const Constraints *cs) {
    u32 count = cs->instances.count;
    CallGraph graph = {xcalloc(count + 2, sizeof(u32)), xcalloc(cs->links.count + 1, sizeof(u32))};
    for (u32 i = 0; i < cs->links.count; i++)
        if (cs->links.at[i].caller != NO_OBJECT) graph.first[cs->links.at[i].caller + 2]++;
    for (u32 i = 2; i <= count; i++) graph.first[i] += graph.first[i - 1];
    for (u32 i = 0; i < cs->links.count; i++) /* first[n + 1] moves from where n begins to where it ends */
        if (cs->links.at[i].caller != NO_OBJECT)
            graph.targets[graph.first[cs->links.at[i].caller + 1]++] = cs->links.at[i].callee;
    return graph;
}

typedef struct {
    BottomUp *b;
    CallGraph graph;
    u32 *number, *low, *next; /* by instance; number 0: not seen; next: the callee to look at */
    Numbers path, open;
    u32 count;
} ComponentSearch;

static void enter(ComponentSearch *s, u32 instance) {
    s->number[instance] = s->low[instance] = ++s->count;
    s->next[instance] = s->graph.first[instance];
    vec_push(&s->path, instance);
    vec_push(&s->open, instance);
}

static void close_component(ComponentSearch *s, u32 head) {
    Component component = {0};
    u32 instance;
    do {
        instance = vec_pop(&s->open);
        s->b->component[instance] = s->b->components.count;
        vec_push(&component.instances, instance);
    } while (instance != head);
    vec_push(&s->b->components, component);
}

static void leave(ComponentSearch *s) {
    u32 instance = vec_pop(&s->path);
    if (s->low[instance] == s->number[instance]) close_component(s, instance);
    if (!s->path.count) return;
    u32 caller = vec_last(&s->path);
    s->low[caller] = MIN(s->low[caller], s->low[instance]);
}

static void search_from(ComponentSearch *s, u32 start) {
    enter(s, start);
    while (s->path.count) {
        u32 at = vec_last(&s->path);
        if (s->next[at] == s->graph.first[at + 1]) {
            leave(s);
            continue;
        }
        u32 callee = s->graph.targets[s->next[at]++];
        if (!s->number[callee]) enter(s, callee);
        else if (s->b->component[callee] == NO_OBJECT) s->low[at] = MIN(s->low[at], s->number[callee]);
    }
}

static void find_components(BottomUp *b) {
    u32 count = b->u->cs->instances.count;
    ComponentSearch s = {.b = b,
                         .graph = call_graph_of(b->u->cs),
                         .number = xcalloc(count + 1, sizeof(u32)),
                         .low = xcalloc(count + 1, sizeof(u32)),
                         .next = xcalloc(count + 1, sizeof(u32))};
    b->component = xmalloc((count + 1) * sizeof(u32));
    for (u32 i = 0; i < count; i++) b->component[i] = NO_OBJECT;
    for (u32 i = 0; i < count; i++)
        if (!s.number[i]) search_from(&s, i);
    free(s.graph.first);
    free(s.graph.targets);
    free(s.number);
    free(s.low);
    free(s.next);
    vec_free(&s.path);
    vec_free(&s.open);
}

/* ---- Who calls whom ---- */

static u64 link_key(const Insn *call, u32 callee) { return hash_combine((u64)(uintptr_t)call, callee); }

static const Insn *call_of(const Constraints *cs, const CallLink *link) {
    return link->caller == NO_OBJECT ? NULL : &cs->instances.at[link->caller].function->insns[link->insn];
}

static void index_links(BottomUp *b) {
    const Constraints *cs = b->u->cs;
    b->next_link = xcalloc(cs->links.count + 1, sizeof(u32));
    b->copies = xcalloc(cs->links.count + 1, sizeof *b->copies);
    b->is_called = xcalloc(cs->instances.count + 1, sizeof *b->is_called);
    b->summaries = xcalloc(cs->instances.count + 1, sizeof *b->summaries);
    b->common = xcalloc(cs->instances.count + 1, sizeof *b->common);
    for (u32 i = 0; i < cs->links.count; i++) {
        const CallLink *link = &cs->links.at[i];
        bool is_new, is_inside = link->caller != NO_OBJECT && b->component[link->caller] == b->component[link->callee];
        u64 *first = map_cell(&b->first_link, link_key(call_of(cs, link), link->callee), &is_new);
        b->next_link[i] = (u32)*first;
        *first = i + 1;
        if (is_inside) continue;
        b->is_called[link->callee] = true;
        vec_push(&b->components.at[b->component[link->callee]].calls, i);
    }
    for (u32 i = 0; i < cs->instances.count; i++)
        if (cs->instances.at[i].is_start) b->components.at[b->component[i]].is_entered = true;
    for (u32 i = 0; i < cs->objects.count; i++)
        if (cs->objects.at[i].owner && cs->objects.at[i].kind != ABSTRACT_DISTANCE)
            vec_push(&b->components.at[b->component[cs->objects.at[i].owner - 1]].objects, i);
}

/* ---- What each instance and each call says ---- */

/* Numbers of constraints, or of accesses, by who says so. */
typedef struct {
    u32 *first, *numbers;
} Said;

static Said said_by(u32 speakers, u32 count, const u32 *speaker) {
    Said said = {xcalloc(speakers + 2, sizeof(u32)), xcalloc(count + 1, sizeof(u32))};
    for (u32 i = 0; i < count; i++) said.first[speaker[i] + 1]++;
    for (u32 i = 1; i <= speakers; i++) said.first[i] += said.first[i - 1];
    u32 *next = xmalloc((speakers + 1) * sizeof(u32));
    memcpy(next, said.first, (speakers + 1) * sizeof(u32));
    for (u32 i = 0; i < count; i++) said.numbers[next[speaker[i]]++] = i;
    free(next);
    return said;
}

typedef struct {
    BottomUp *b;
    Said by_code, by_calls, accesses, calls; /* constraints of instances + 1 and of links + 1; accesses and links of
                                                instances */
} Bodies;

static Bodies bodies_of(BottomUp *b) {
    const Constraints *cs = b->u->cs;
    u32 instances = cs->instances.count, constraints = cs->list.count, most = MAX(constraints, cs->accesses.count);
    u32 *speaker = xmalloc((MAX(most, cs->links.count) + 1) * sizeof(u32));
    Bodies bodies = {.b = b};
    for (u32 i = 0; i < constraints; i++) speaker[i] = cs->list.at[i].link ? instances + 1 : cs->list.at[i].owner;
    bodies.by_code = said_by(instances + 2, constraints, speaker);
    for (u32 i = 0; i < constraints; i++) speaker[i] = cs->list.at[i].link;
    bodies.by_calls = said_by(cs->links.count + 1, constraints, speaker);
    for (u32 i = 0; i < cs->accesses.count; i++) speaker[i] = cs->accesses.at[i].instance;
    bodies.accesses = said_by(instances + 1, cs->accesses.count, speaker);
    for (u32 i = 0; i < cs->links.count; i++)
        speaker[i] = cs->links.at[i].caller == NO_OBJECT ? instances : cs->links.at[i].caller;
    bodies.calls = said_by(instances + 1, cs->links.count, speaker);
    free(speaker);
    return bodies;
}

static void free_bodies(Bodies *bodies) {
    Said *all[] = {&bodies->by_code, &bodies->by_calls, &bodies->accesses, &bodies->calls};
    for (u32 i = 0; i < COUNT_OF(all); i++) {
        free(all[i]->first);
        free(all[i]->numbers);
    }
}

static void attach_all(Unify *u, const Said *said, u32 speaker) {
    for (u32 i = said->first[speaker]; i < said->first[speaker + 1]; i++) {
        if (u->cs->list.at[said->numbers[i]].kind == SET_CALL) continue; /* the links say where it leads */
        unify_attach(u, said->numbers[i]);
        unify_drain(u);
    }
}

/* ---- What callers must supply ---- */

static bool waited_by_use(const Unify *u, u32 value) {
    for (u32 entry = u->values.at[value].waiting; entry; entry = u->waiting.at[entry - 1].next)
        if (u->waiting.at[entry - 1].kind != WAITS_COPY) return true;
    return false;
}

static void point_somewhere(Unify *u, u32 value) {
    unify_point(u, value, (Spot){u->engine->nothing_known(u), 0});
    unify_drain(u);
}

/* Values that are used as pointers, but do not point anywhere yet, point to something. */
static void supply_used(BottomUp *b) {
    Unify *u = b->u;
    while (b->supplied < u->waited_for.count) {
        u32 value = unify_find(u, u->waited_for.at[b->supplied++]);
        if (!u->values.at[value].points.cell && waited_by_use(u, value)) point_somewhere(u, value);
    }
}

static bool is_copied_to_unshared(const BottomUp *b, u32 value) {
    const Unify *u = b->u;
    for (u32 entry = u->values.at[value].waiting; entry; entry = u->waiting.at[entry - 1].next)
        if (!bottomup_is_shared_value(b, u->waiting.at[entry - 1].number)) return true;
    return false;
}

/* What is shared may change later, and then the component must not: where it copies from there it gets something that is
 * shared too. True if there was such a thing. */
static bool supply_shared(BottomUp *b) {
    Unify *u = b->u;
    u32 count = u->waited_for.count;
    bool found = false;
    for (u32 i = 0; i < count; i++) {
        u32 value = unify_find(u, u->waited_for.at[i]);
        if (u->values.at[value].points.cell || !bottomup_is_shared_value(b, value)) continue;
        if (!is_copied_to_unshared(b, value)) continue;
        point_somewhere(u, value);
        found = true;
    }
    return found;
}

static void forget_waited_for(BottomUp *b) {
    vec_clear(&b->u->waited_for);
    b->supplied = 0;
}

static void finish_component(BottomUp *b, const Component *component) {
    if (component->calls.count) {
        do {
            supply_used(b);
            bottomup_mark_shared(b);
        } while (supply_shared(b));
    }
    for (u32 i = 0; i < component->instances.count; i++)
        if (b->is_called[component->instances.at[i]]) bottomup_summarise(b, component->instances.at[i]);
    forget_waited_for(b);
}

/* ---- Calls ---- */

static Copies *common_copies(BottomUp *b, u32 callee) {
    if (b->common[callee]) return b->common[callee];
    Copies *copies = bottomup_copy(b, &(CallLink){NO_OBJECT, 0, callee});
    for (u32 i = 0; i < copies->values.count; i++) vec_push(&b->common_values, (u32)copies->values.entries[i].value);
    for (u32 i = 0; i < copies->cells.count; i++) vec_push(&b->common_cells, (u32)copies->cells.entries[i].value);
    return b->common[callee] = copies;
}

static Copies *copies_for(BottomUp *b, u32 number) {
    const CallLink link = b->u->cs->links.at[number];
    bool is_inside = link.caller != NO_OBJECT && b->component[link.caller] == b->component[link.callee];
    if (is_inside) return NULL;
    const Copies *summary = b->summaries[link.callee];
    bool is_small = (u64)summary->values.count + summary->cells.count <= MOST_OF_A_CALL;
    return is_small && b->copied < MOST_COPIES ? bottomup_copy(b, &link) : common_copies(b, link.callee);
}

/* What a struct is passed by value from: the constraint must not wait, for it would be looked at without these copies. */
static void supply_passed(Unify *u, const Said *said, u32 speaker) {
    for (u32 i = said->first[speaker]; i < said->first[speaker + 1]; i++) {
        const SetConstraint c = u->cs->list.at[said->numbers[i]];
        if (c.kind != SET_LOAD && c.kind != SET_MOVE) continue;
        u32 value = unify_find(u, unify_value_of_node(u, c.src));
        if (!u->values.at[value].points.cell) point_somewhere(u, value);
    }
}

static void solve_call(const Bodies *bodies, u32 number) {
    BottomUp *b = bodies->b;
    Unify *u = b->u;
    u->copies = b->copies[number] = copies_for(b, number);
    attach_all(u, &bodies->by_calls, number + 1);
    supply_passed(u, &bodies->by_calls, number + 1);
    u->copies = NULL;
}

static void solve_component(const Bodies *bodies, const Component *component) {
    BottomUp *b = bodies->b;
    for (u32 i = 0; i < component->instances.count; i++) {
        u32 instance = component->instances.at[i];
        attach_all(b->u, &bodies->by_code, instance + 1);
        for (u32 k = bodies->accesses.first[instance]; k < bodies->accesses.first[instance + 1]; k++) {
            unify_touch(b->u, bodies->accesses.numbers[k]);
            unify_drain(b->u);
        }
    }
    for (u32 i = 0; i < component->instances.count; i++) {
        u32 instance = component->instances.at[i];
        for (u32 k = bodies->calls.first[instance]; k < bodies->calls.first[instance + 1]; k++)
            solve_call(bodies, bodies->calls.numbers[k]);
    }
    finish_component(b, component);
}

/* ---- All together ---- */

Unify *bottomup_solve(Constraints *cs, const UnifyEngine *engine, int policy) {
    Unify *u = unify_new(cs, engine, policy);
    BottomUp *b = u->bottom_up = xcalloc(1, sizeof *b);
    b->u = u;
    find_components(b);
    index_links(b);
    bottomup_find_shared_objects(b);
    Bodies bodies = bodies_of(b);
    attach_all(u, &bodies.by_code, 0);
    forget_waited_for(b);
    for (u32 i = 0; i < b->components.count; i++) solve_component(&bodies, &b->components.at[i]);
    u32 nobody = cs->instances.count;
    for (u32 k = bodies.calls.first[nobody]; k < bodies.calls.first[nobody + 1]; k++)
        solve_call(&bodies, bodies.calls.numbers[k]);
    free_bodies(&bodies);
    return u;
}

void bottomup_free(BottomUp *b) {
    const Constraints *cs = b->u->cs;
    for (u32 i = 0; i < cs->links.count; i++)
        if (b->copies[i] != b->common[cs->links.at[i].callee]) bottomup_free_copies(b->copies[i]);
    for (u32 i = 0; i < cs->instances.count; i++) {
        bottomup_free_copies(b->common[i]);
        bottomup_free_copies(b->summaries[i]);
    }
    for (u32 i = 0; i < b->components.count; i++) {
        vec_free(&b->components.at[i].instances);
        vec_free(&b->components.at[i].calls);
        vec_free(&b->components.at[i].objects);
    }
    for (u32 i = 0; i < b->final_lists.count; i++) vec_free(&b->final_lists.at[i]);
    Numbers *lists[] = {&b->shared_objects, &b->common_values, &b->common_cells, &b->shared_value_marks,
                        &b->shared_cell_marks};
    for (u32 i = 0; i < COUNT_OF(lists); i++) vec_free(lists[i]);
    map_free(&b->generic);
    map_free(&b->first_link);
    map_free(&b->finals);
    vec_free(&b->components);
    vec_free(&b->final_lists);
    free(b->component);
    free(b->copies);
    free(b->common);
    free(b->summaries);
    free(b->is_called);
    free(b->next_link);
    free(b);
}
