#include "alias/unify.h"

#include "alias/bottomup.h"

/* ---- Values ---- */

u32 unify_value(Unify *u) {
    u32 number = u->values.count;
    vec_push(&u->values, (Value){.parent = number});
    return number;
}

u32 unify_find(Unify *u, u32 value) {
    while (u->values.at[value].parent != value)
        value = u->values.at[value].parent = u->values.at[u->values.at[value].parent].parent;
    return value;
}

void unify_task(Unify *u, Task task) { vec_push(&u->tasks, task); }

void unify_point(Unify *u, u32 value, Spot spot) {
    unify_task(u, (Task){.kind = TASK_POINT, .a = value, .b = spot.cell, .offset = spot.offset});
}

static void wait_for(Unify *u, u32 value, int kind, u32 number) {
    Value *v = &u->values.at[unify_find(u, value)];
    vec_push(&u->waiting, (Waiting){kind, number, v->waiting});
    v->waiting = u->waiting.count;
    if (!v->last_waiting) v->last_waiting = v->waiting;
    vec_push(&u->waited_for, value);
}

void unify_wait_to_copy(Unify *u, u32 from, u32 to) { wait_for(u, from, WAITS_COPY, to); }

/* ASSG, PTREQ: whatever `from` points to, `to` points to; nothing as long as it points nowhere (⊴). */
void unify_copy(Unify *u, u32 to, u32 from) {
    Spot spot = u->values.at[unify_find(u, from)].points;
    if (spot.cell) unify_point(u, to, spot);
    else wait_for(u, from, WAITS_COPY, to);
}

/* What is called is replaced by its copy for the call, where there is one. */
static u32 object_now(const Unify *u, u32 object) {
    return u->copies ? copies_find(&u->copies->objects, object) : object;
}

/* A place: what stands there. */
static u32 value_of_place(Unify *u, u32 node) {
    const Node n = u->cs->nodes.at[node];
    bool is_all = node == u->cs->objects.at[n.object].all || n.place == PLACE_ANY;
    Spot spot = u->engine->object(u, object_now(u, n.object), n.place);
    return u->engine->content(u, spot, is_all ? 0 : u->cs->program->pointer_bytes);
}

u32 unify_value_of_node(Unify *u, u32 node) {
    u32 object = u->cs->nodes.at[node].object;
    while (u->of_node.count <= node) vec_push(&u->of_node, 0);
    if (object != NO_OBJECT && object_now(u, object) != object) return value_of_place(u, node);
    if (!u->of_node.at[node]) u->of_node.at[node] = object == NO_OBJECT ? unify_value(u) : value_of_place(u, node);
    u32 value = u->of_node.at[node];
    return u->copies ? unify_copy_of(u, u->copies, value) : value;
}

static Spot spot_of_node(Unify *u, u32 node) {
    return u->values.at[unify_find(u, unify_value_of_node(u, node))].points;
}

/* ---- Constraints ---- */

static void apply_access(Unify *u, const SetConstraint *c) {
    bool is_load = c->kind == SET_LOAD;
    u32 content = u->engine->content(u, spot_of_node(u, is_load ? c->src : c->dst), c->size);
    if (is_load) unify_copy(u, unify_value_of_node(u, c->dst), content);
    else unify_copy(u, content, unify_value_of_node(u, c->src));
}

/* Of a constraint whose pointers point somewhere. */
static void apply(Unify *u, const SetConstraint *c) {
    const UnifyEngine *engine = u->engine;
    if (c->kind == SET_LOAD || c->kind == SET_STORE) {
        apply_access(u, c);
        return;
    }
    Spot from = spot_of_node(u, c->src), to;
    if (c->kind == SET_MOVE) {
        to = spot_of_node(u, c->dst);
        if (to.cell) engine->move(u, to, from, c->size);
        return;
    }
    switch (c->kind) {
    case SET_STEP: to = c->type ? engine->field(u, from, c->type, c->size) : engine->anywhere(u, from); break;
    case SET_INDEX: to = c->amount ? engine->walk(u, from, c->size) : from; break;
    case SET_WALK: to = engine->walk(u, from, c->size); break;
    case SET_ANYWHERE: to = engine->anywhere(u, from); break;
    default: to = from;
    }
    unify_point(u, unify_value_of_node(u, c->dst), to);
}

static void apply_when_known(Unify *u, u32 constraint, u32 pointer) {
    u32 value = unify_value_of_node(u, pointer);
    const SetConstraint c = u->cs->list.at[constraint];
    if (u->values.at[unify_find(u, value)].points.cell) apply(u, &c);
    else wait_for(u, value, WAITS_CONSTRAINT, constraint);
}

/* The difference of two pointers: it may lead from one to the other, so they point to the same. */
static void relate(Unify *u, const Abstract *distance) {
    u32 x = unify_value_of_node(u, distance->minuend), y = unify_value_of_node(u, distance->subtrahend);
    unify_copy(u, x, y);
    unify_copy(u, y, x);
}

static void take_address(Unify *u, const SetConstraint *c) {
    const Node place = u->cs->nodes.at[c->src];
    const Abstract object = u->cs->objects.at[place.object];
    if (object.kind == ABSTRACT_DISTANCE) relate(u, &object);
    else unify_point(u, unify_value_of_node(u, c->dst), u->engine->object(u, object_now(u, place.object), place.place));
}

/* The parts of one object are the engine's business. */
static bool is_within_object(const Constraints *cs, const SetConstraint *c) {
    u32 object = cs->nodes.at[c->src].object;
    return c->kind == SET_COPY && object != NO_OBJECT && cs->nodes.at[c->dst].object == object;
}

void unify_attach(Unify *u, u32 number) {
    const SetConstraint c = u->cs->list.at[number];
    if (is_within_object(u->cs, &c)) return;
    switch (c.kind) {
    case SET_ADDRESS: take_address(u, &c); break;
    case SET_COPY: unify_copy(u, unify_value_of_node(u, c.dst), unify_value_of_node(u, c.src)); break;
    case SET_STORE: apply_when_known(u, number, c.dst); break;
    case SET_CALL: vec_push(&u->calls, number); break;
    case SET_BY: break; /* see relate */
    case SET_MOVE: {
        u32 to = unify_value_of_node(u, c.dst);
        if (!u->values.at[unify_find(u, to)].points.cell) wait_for(u, to, WAITS_CONSTRAINT, number);
        apply_when_known(u, number, c.src);
        break;
    }
    default: apply_when_known(u, number, c.src);
    }
}

/* DEREF: an access makes a cell, whatever is stored there. */
void unify_touch(Unify *u, u32 number) {
    const ScalarAccess access = u->cs->accesses.at[number];
    u32 value = unify_value_of_node(u, access.pointer);
    Spot spot = u->values.at[unify_find(u, value)].points;
    if (spot.cell) u->engine->content(u, spot, access.size);
    else wait_for(u, value, WAITS_ACCESS, number);
}

/* ---- Tasks ---- */

static void apply_waiting(Unify *u, u32 constraint) {
    const SetConstraint c = u->cs->list.at[constraint];
    if (c.kind != SET_MOVE || (spot_of_node(u, c.src).cell && spot_of_node(u, c.dst).cell)) apply(u, &c);
}

static void run_wake(Unify *u, u32 value) {
    Value *v = &u->values.at[unify_find(u, value)];
    Spot spot = v->points;
    u32 entry = v->waiting;
    if (!spot.cell) return;
    v->waiting = v->last_waiting = 0;
    for (; entry; entry = u->waiting.at[entry - 1].next) {
        Waiting w = u->waiting.at[entry - 1];
        if (w.kind == WAITS_COPY) unify_point(u, w.number, spot);
        else if (w.kind == WAITS_ACCESS) u->engine->content(u, spot, u->cs->accesses.at[w.number].size);
        else apply_waiting(u, w.number);
    }
}

/* POINTS: what one value points to is one. */
static void run_point(Unify *u, const Task *task) {
    u32 value = unify_find(u, task->a);
    Spot spot = {task->b, task->offset}, known = u->values.at[value].points;
    if (known.cell) {
        u->engine->merge(u, known, spot);
        return;
    }
    u->values.at[value].points = spot;
    run_wake(u, value);
}

void unify_drain(Unify *u) {
    while (u->next_task < u->tasks.count) {
        Task task = u->tasks.at[u->next_task++];
        if (task.kind == TASK_POINT) run_point(u, &task);
        else if (task.kind == TASK_WAKE) run_wake(u, task.a);
        else u->engine->run(u, &task);
    }
    u->next_task = u->tasks.count = 0;
}

void unify_values(Unify *u, u32 x, u32 y) {
    x = unify_find(u, x);
    y = unify_find(u, y);
    if (x == y) return;
    Value *keep = &u->values.at[x], *gone = &u->values.at[y];
    gone->parent = x;
    if (gone->waiting) {
        u->waiting.at[gone->last_waiting - 1].next = keep->waiting;
        if (!keep->waiting) keep->last_waiting = gone->last_waiting;
        keep->waiting = gone->waiting;
    }
    Spot spot = gone->points;
    if (spot.cell) unify_point(u, x, spot);
    unify_task(u, (Task){.kind = TASK_WAKE, .a = x});
}

/* ---- Functions that are called through pointers ---- */

typedef VEC(u32) Functions;

typedef struct {
    const Map *by_whole; /* cell -> index + 1 of `functions` */
    Functions *functions;
    Functions *found;
} Targets;

static void add_functions(void *context, u32 whole) {
    Targets *targets = context;
    u64 index;
    if (!map_get(targets->by_whole, whole, &index)) return;
    const Functions *list = &targets->functions[index];
    for (u32 i = 0; i < list->count; i++) vec_push(targets->found, list->at[i]);
}

static void link_call(Unify *u, u32 call, Targets *targets) {
    const SetConstraint c = u->cs->list.at[call];
    Spot spot = spot_of_node(u, c.src);
    if (!spot.cell) return;
    vec_clear(targets->found);
    u->engine->wholes_of(u, spot, add_functions, targets);
    for (u32 i = 0; i < targets->found->count; i++) constraints_add_target(u->cs, (u32)c.amount, targets->found->at[i]);
}

static void link_calls(Unify *u) {
    u32 objects = u->cs->objects.count;
    Map by_whole = {0};
    Functions found = {0}, *functions = xcalloc(objects + 1, sizeof *functions);
    Targets targets = {&by_whole, functions, &found};
    for (u32 i = 0; i < objects; i++) {
        if (u->cs->objects.at[i].kind != ABSTRACT_FUNCTION) continue;
        bool is_new;
        u64 *cell = map_cell(&by_whole, u->engine->whole(u, i), &is_new);
        if (is_new) *cell = by_whole.count - 1;
        vec_push(&functions[*cell], i);
    }
    for (u32 i = 0; i < u->calls.count; i++) link_call(u, u->calls.at[i], &targets);
    for (u32 i = 0; i < objects; i++) vec_free(&functions[i]);
    free(functions);
    vec_free(&found);
    map_free(&by_whole);
}

static void solve(Unify *u) {
    u32 linked;
    do {
        for (; u->attached < u->cs->list.count; u->attached++) {
            unify_attach(u, u->attached);
            unify_drain(u);
        }
        for (; u->touched < u->cs->accesses.count; u->touched++) {
            unify_touch(u, u->touched);
            unify_drain(u);
        }
        linked = u->cs->list.count;
        link_calls(u);
    } while (u->cs->list.count > linked || u->attached < u->cs->list.count);
}

/* ---- The result ---- */

typedef struct {
    PlaceSets *sets;
    const Map *by_whole; /* cell -> its objects, as a set */
    PlaceSet found;
} Pointees;

static void add_objects(void *context, u32 whole) {
    Pointees *pointees = context;
    u64 set;
    if (map_get(pointees->by_whole, whole, &set))
        pointees->found = placesets_union(pointees->sets, pointees->found, (PlaceSet)set);
}

/* Sets of whole objects. */
typedef struct {
    PlaceSets *places;
    Map by_whole, by_cell; /* cell -> the objects it is; the objects that a pointer to it may point to */
} Sets;

static PlaceSet pointees(Unify *u, Sets *sets, u32 value) {
    Spot spot = value ? u->values.at[unify_find(u, value)].points : (Spot){0};
    bool is_new;
    if (!spot.cell) return 0;
    u64 *known = map_cell(&sets->by_cell, u->engine->cell(u, spot.cell), &is_new);
    if (is_new) {
        Pointees found = {sets->places, &sets->by_whole, 0};
        Spots spots = {0};
        bottomup_spots(u, spot, &spots);
        for (u32 i = 0; i < spots.count; i++) u->engine->wholes_of(u, spots.at[i], add_objects, &found);
        vec_free(&spots);
        *known = found.found;
    }
    return (PlaceSet)*known;
}

/* What stands anywhere in an object. */
static PlaceSet pointees_in(Unify *u, Sets *sets, u32 object) {
    enum { MOST_BYTES = 1024 };
    const Type *type = u->cs->objects.at[object].type;
    u64 size = type ? MIN(MAX(type->size, (u64)1), (u64)MOST_BYTES) : 1;
    PlaceSet all = 0;
    u32 last = 0;
    for (u64 i = 0; i < size; i++) {
        u32 content = u->engine->content_at(u, object, i);
        if (content != last) all = placesets_union(sets->places, all, pointees(u, sets, content));
        last = content;
    }
    return all;
}

static Alias *make_result(Unify *u) {
    Constraints *cs = u->cs;
    u32 count = cs->nodes.count;
    Sets sets = {.places = placesets_new()};
    u32 *representative = xcalloc(count, sizeof *representative);
    PlaceSet *of_node = xcalloc(count, sizeof *of_node);
    for (u32 i = 0; i < cs->objects.count; i++) {
        bool is_new;
        if (cs->objects.at[i].kind == ABSTRACT_DISTANCE || cs->objects.at[i].is_generic) continue;
        u64 *set = map_cell(&sets.by_whole, u->engine->whole(u, i), &is_new);
        *set = placesets_with(sets.places, (PlaceSet)*set, i * PLACES_PER_OBJECT);
    }
    for (u32 i = 0; i < count; i++) {
        representative[i] = i;
        of_node[i] = pointees(u, &sets, i < u->of_node.count ? u->of_node.at[i] : 0);
    }
    for (u32 i = 0; i < cs->objects.count; i++)
        if (cs->objects.at[i].kind != ABSTRACT_DISTANCE)
            of_node[cs->objects.at[i].all] = of_node[cs->objects.at[i].any] = pointees_in(u, &sets, i);
    map_free(&sets.by_whole);
    map_free(&sets.by_cell);
    return alias_new(cs, representative, sets.places, of_node);
}

void unify_free(Unify *u) {
    if (u->bottom_up) bottomup_free(u->bottom_up);
    u->engine->finish(u);
    vec_free(&u->values);
    vec_free(&u->of_node);
    vec_free(&u->waiting);
    vec_free(&u->tasks);
    vec_free(&u->calls);
    vec_free(&u->waited_for);
    free(u);
}

/* ---- Groups ---- */

static u32 group_at(const Alias *alias, u32 object, u64 offset) {
    Unify *u = alias->analysis;
    u32 content = u->engine->content_at(u, object, offset);
    u64 group;
    return content && map_get(&alias->group_keys, unify_find(u, content), &group) ? (u32)group : 0;
}

typedef struct {
    const Alias *alias;
    GroupList *out;
} ContentWalk;

static void add_content(void *context, u32 content) {
    ContentWalk *walk = context;
    u64 group;
    if (map_get(&walk->alias->group_keys, unify_find(walk->alias->analysis, content), &group))
        alias_add_group(walk->out, (u32)group);
}

static void add_contents(const Alias *alias, Spot spot, GroupList *out) {
    const Unify *u = alias->analysis;
    ContentWalk walk = {alias, out};
    Spots spots = {0};
    if (spot.cell) bottomup_spots(alias->analysis, spot, &spots);
    for (u32 i = 0; i < spots.count; i++) u->engine->contents_of(alias->analysis, spots.at[i], add_content, &walk);
    vec_free(&spots);
}

static void groups_of_pointer(const Alias *alias, u32 node, GroupList *out) {
    const Unify *u = alias->analysis;
    if (node < u->of_node.count && u->of_node.at[node]) add_contents(alias, spot_of_node(alias->analysis, node), out);
}

/* Where each access goes to. One that goes to several places, in different contexts, is as many accesses. */
static void find_spots(Unify *u, Spots *out) {
    Spots spots = {0};
    u32 count = u->cs->accesses.count;
    for (u32 i = 0; i < count; i++) vec_push(out, spot_of_node(u, u->cs->accesses.at[i].pointer));
    for (u32 i = 0; i < count; i++) {
        if (!out->at[i].cell) continue;
        bottomup_spots(u, out->at[i], &spots);
        out->at[i] = spots.at[0];
        for (u32 k = 1; k < spots.count; k++) {
            ScalarAccess again = u->cs->accesses.at[i];
            vec_push(&u->cs->accesses, again);
            vec_push(out, spots.at[k]);
        }
    }
    vec_free(&spots);
}

static u32 content_of_access(Unify *u, Spot spot, u32 size) {
    u32 content = u->engine->content(u, spot, size);
    assert(u->tasks.count == 0); /* solved: nothing follows any more */
    return unify_find(u, content);
}

static u32 group_in_context(const Alias *alias, u32 access, const Insn *const *calls, u32 count) {
    Unify *u = alias->analysis;
    const ScalarAccess a = alias->cs->accesses.at[access];
    Spot spot = bottomup_spot(u, a.instance, spot_of_node(u, a.pointer), calls, count);
    u64 group;
    if (!spot.cell) return 0;
    return map_get(&alias->group_keys, content_of_access(u, spot, a.size), &group) ? (u32)group : 0;
}

static bool object_in_context(const Alias *alias, u32 *object, const Insn *const *calls, u32 count) {
    return bottomup_object(alias->analysis, object, calls, count);
}

/* A group is what has one content: the cells that are accessed, merged as they were. */
static void find_groups(Unify *u, Alias *alias) {
    alias->analysis = u;
    alias->group_at = group_at;
    alias->groups_of_pointer = groups_of_pointer;
    if (u->bottom_up) {
        alias->group_in_context = group_in_context;
        alias->object_in_context = object_in_context;
    }
    Spots spots = {0};
    find_spots(u, &spots);
    for (u32 i = 0; i < u->cs->accesses.count; i++) {
        u32 size = u->cs->accesses.at[i].size;
        if (!spots.at[i].cell) continue;
        u32 content = content_of_access(u, spots.at[i], size);
        alias_add_access(alias, i, content, u->engine->size_at(u, spots.at[i], size));
    }
    vec_free(&spots);
    for (u32 i = 0; i < alias->group_keys.count; i++) {
        u32 content = unify_find(u, (u32)alias->group_keys.entries[i].key);
        GroupList *edges = &alias->groups.at[alias->group_keys.entries[i].value].edges;
        add_contents(alias, u->values.at[content].points, edges);
    }
}

static void free_analysis(void *analysis) { unify_free(analysis); }

Unify *unify_new(Constraints *cs, const UnifyEngine *engine, int policy) {
    Unify *u = xcalloc(1, sizeof *u);
    *u = (Unify){.cs = cs, .engine = engine, .policy = policy};
    vec_push(&u->values, (Value){0});
    engine->begin(u);
    return u;
}

Alias *unify_analyse(Program *program, AliasClones clones, const UnifyEngine *engine, int policy, Error *error) {
    Unify *u = unify_new(constraints_new(program, clones), engine, policy);
    if (!constraints_start(u->cs, error)) {
        constraints_free(u->cs);
        unify_free(u);
        return NULL;
    }
    solve(u);
    if (clones == ALIAS_BOTTOM_UP) { /* which functions are called through pointers is known now */
        Constraints *cs = u->cs;
        unify_free(u);
        u = bottomup_solve(cs, engine, policy);
    }
    Alias *alias = make_result(u);
    find_groups(u, alias);
    alias->free_analysis = free_analysis;
    return alias;
}
