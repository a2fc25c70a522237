/* Groups of pieces of memory: see alias.h. */
#include "alias/result.h"

/* ---- Making ---- */

static u64 context_key(const Insn *insn, const Insn *inner, const Insn *outer) {
    return hash_combine(hash_combine((u64)(uintptr_t)insn, (u64)(uintptr_t)inner), (u64)(uintptr_t)outer);
}

void alias_add_access(Alias *alias, u32 number, u64 key, u64 size) {
    const ScalarAccess *access = &alias->cs->accesses.at[number];
    const Instance *instance = &alias->cs->instances.at[access->instance];
    if (!alias->access_groups) {
        alias->access_groups = xcalloc(alias->cs->accesses.count + 1, sizeof(u32));
        vec_push(&alias->groups, (AliasGroup){0});
    }
    bool is_new;
    u64 *group = map_cell(&alias->group_keys, key, &is_new);
    if (is_new) {
        *group = alias->groups.count;
        vec_push(&alias->groups, (AliasGroup){.size = size});
    }
    AliasGroup *to = &alias->groups.at[*group];
    if (to->size != size || size != access->size) to->size = 0;
    to->accesses++;
    alias->access_groups[number] = (u32)*group;
    map_put(&alias->access_numbers,
            context_key(&instance->function->insns[access->insn], instance->context[0], instance->context[1]), number);
}

void alias_add_group(GroupList *list, u32 group) {
    u32 at = 0;
    while (at < list->count && list->at[at] < group) at++;
    if (at < list->count && list->at[at] == group) return;
    vec_push(list, group);
    for (u32 i = list->count - 1; i > at; i--) list->at[i] = list->at[i - 1];
    list->at[at] = group;
}

void groups_free(Alias *alias) {
    for (u32 i = 0; i < alias->groups.count; i++) vec_free(&alias->groups.at[i].edges);
    vec_free(&alias->groups);
    map_free(&alias->group_keys);
    map_free(&alias->access_numbers);
    free(alias->access_groups);
}

/* ---- Asking ---- */

u32 alias_group_count(const Alias *alias) { return alias->groups.count ? alias->groups.count - 1 : 0; }
u64 alias_group_size(const Alias *alias, u32 group) { return alias->groups.at[group].size; }

u32 alias_group_at(const Alias *alias, u32 object, u64 offset) { return alias->group_at(alias, object, offset); }

u32 alias_group_of_access(const Alias *alias, const Insn *const *calls, u32 count) {
    for (u32 used = MIN(count, 3u); used > 0; used--) {
        u64 access, key = context_key(calls[0], used > 1 ? calls[1] : NULL, used > 2 ? calls[2] : NULL);
        if (!map_get(&alias->access_numbers, key, &access)) continue;
        if (alias->group_in_context) return alias->group_in_context(alias, (u32)access, calls + 1, count - 1);
        return alias->access_groups[access];
    }
    return 0;
}

bool alias_has_deep_contexts(const Alias *alias) { return alias->group_in_context != NULL; }

void alias_each_access(const Alias *alias,
                       void (*visit)(void *self, const Function *function, const Insn *insn, u32 group), void *self) {
    for (u32 i = 0; alias->access_groups && i < alias->cs->accesses.count; i++) {
        const ScalarAccess *access = &alias->cs->accesses.at[i];
        const Function *function = alias->cs->instances.at[access->instance].function;
        visit(self, function, &function->insns[access->insn], alias->access_groups[i]);
    }
}

const u32 *alias_group_edges(const Alias *alias, u32 group, u32 *count) {
    *count = alias->groups.at[group].edges.count;
    return alias->groups.at[group].edges.at;
}

void alias_count_groups(const Alias *alias, u32 *groups, u32 *largest) {
    u32 *counts = xcalloc(alias->groups.count + 1, sizeof *counts);
    *groups = *largest = 0;
    for (u32 i = 0; i < alias->cs->accesses.count; i++) {
        u32 group = alias->access_groups ? alias->access_groups[i] : 0;
        if (!group || alias->cs->instances.at[alias->cs->accesses.at[i].instance].function->is_library) continue;
        if (!counts[group]++) ++*groups;
        *largest = MAX(*largest, counts[group]);
    }
    free(counts);
}

/* ---- Objects ---- */

bool alias_object_of_global(const Alias *alias, const Global *global, u32 *object) {
    u64 found = alias->cs->strings;
    bool is_known = global->is_string_literal ? alias->cs->strings != NO_OBJECT
                                              : map_get(&alias->cs->global_objects, (u64)(uintptr_t)global, &found);
    *object = (u32)found;
    return is_known;
}

bool alias_object_of_heap(const Alias *alias, const Insn *const *calls, u32 count, u32 *object) {
    for (u32 used = MIN(count, 3u); used > 0; used--) {
        u64 found, key = context_key(calls[0], used > 1 ? calls[1] : NULL, used > 2 ? calls[2] : NULL);
        if (!map_get(&alias->heap, key, &found)) continue;
        *object = (u32)found;
        return !alias->object_in_context || alias->object_in_context(alias, object, calls + 1, count - 1);
    }
    return false;
}

bool alias_object_of_local(const Alias *alias, const Function *function, const Variable *variable,
                           const Insn *const *calls, u32 count, u32 *object) {
    u32 best = 0;
    for (u32 i = 0; i < alias->cs->objects.count; i++) {
        const Abstract *o = &alias->cs->objects.at[i];
        if (o->kind != ABSTRACT_LOCAL || o->function != function || o->variable != variable || o->copy_of) continue;
        u32 depth = 0;
        while (depth < 2 && o->context[depth] && depth < count && o->context[depth] == calls[depth]) depth++;
        bool fits = depth == 2 || !o->context[depth];
        if (!fits || depth + 1 <= best) continue;
        best = depth + 1;
        *object = i;
    }
    return best && (!alias->object_in_context || alias->object_in_context(alias, object, calls, count));
}

/* ---- Groups of points-to sets ---- */

/* The cells that one access may touch are in one group. Keys are the representatives of a union-find structure over
 * the nodes of cells; any(o) stands for all of an object once an access goes anywhere in it. */
typedef struct {
    u32 *parent;  /* node -> another of its group */
    bool *is_top; /* of a root: accesses are not to whole cells, or to unknown ones */
} CellGroups;

static u32 find(const CellGroups *groups, u32 node) {
    while (groups->parent[node] != node) node = groups->parent[node] = groups->parent[groups->parent[node]];
    return node;
}

static u32 join(CellGroups *groups, u32 x, u32 y, bool is_top) {
    x = find(groups, x);
    y = find(groups, y);
    groups->parent[MAX(x, y)] = MIN(x, y);
    groups->is_top[MIN(x, y)] = groups->is_top[x] || groups->is_top[y] || is_top;
    return MIN(x, y);
}

static void join_object(const Alias *alias, CellGroups *groups, u32 object) {
    const Abstract *o = &alias->cs->objects.at[object];
    for (u32 i = 1; i < o->slots.count; i++) join(groups, o->any, alias->cs->nodes.at[o->slots.at[i]].content, true);
    groups->is_top[find(groups, o->any)] |= o->layout.kind != LAYOUT_SINGLE;
}

/* Does the struct end in an array of length 0 or 1? What comes after it may be more of the array, or another struct. */
static bool has_open_end(const Type *type) {
    while (type && type->kind == TYPE_STRUCT && type->field_count) {
        type = type->fields[type->field_count - 1].type;
        if (type && type->kind == TYPE_ARRAY && type->count <= 1) return true;
    }
    return false;
}

/* The node of the cell, or of the object if there is none for it. */
static u32 cell_node(const Alias *alias, u32 object, i32 place) {
    const Abstract *o = &alias->cs->objects.at[object];
    u64 node;
    if (o->layout.kind == LAYOUT_SINGLE || place == PLACE_ANY) return o->any;
    i32 cell = layout_cell(&o->layout, place);
    if (!map_get(&alias->cs->places, (u64)object << 32 | (u32)cell, &node)) return o->any;
    return alias->cs->nodes.at[node].content;
}

static u32 join_place(const Alias *alias, CellGroups *groups, u32 member, u64 size, u32 first) {
    const Node *at = &alias->cs->nodes.at[constraints_member_node(alias->cs, member)];
    const Layout *layout = &alias->cs->objects.at[at->object].layout;
    Places touched = {0};
    layout_access(layout, at->place, size, &touched);
    for (u32 i = 0; i < touched.count; i++) {
        u32 cell = cell_node(alias, at->object, touched.at[i]);
        if (cell == alias->cs->objects.at[at->object].any) join_object(alias, groups, at->object);
        bool is_part = touched.count > 1 || (at->place >= 0 && layout_cell(layout, at->place) != at->place);
        first = join(groups, first ? first : cell, cell, is_part);
    }
    vec_free(&touched);
    return first;
}

static u32 join_set(const Alias *alias, CellGroups *groups, PlaceSet set, u64 size) {
    PlaceList members = {0};
    u32 first = 0;
    placesets_list(alias->places, set, &members);
    for (u32 i = 0; i < members.count; i++) {
        AbstractKind kind = alias->cs->objects.at[members.at[i] / PLACES_PER_OBJECT].kind;
        if (kind != ABSTRACT_DISTANCE && kind != ABSTRACT_FUNCTION)
            first = join_place(alias, groups, members.at[i], size, first);
    }
    vec_free(&members);
    return first;
}

static u32 group_of_cell(const Alias *alias, u32 object, u64 offset) {
    const CellGroups *groups = alias->analysis;
    Places places = {0};
    u64 group = 0;
    layout_step(&alias->cs->objects.at[object].layout, 0, (i64)MIN(offset, (u64)INT32_MAX), &places);
    for (u32 i = 0; i < places.count && !group; i++)
        map_get(&alias->group_keys, find(groups, cell_node(alias, object, places.at[i])), &group);
    vec_free(&places);
    return (u32)group;
}

static void free_cell_groups(void *analysis) {
    CellGroups *groups = analysis;
    free(groups->parent);
    free(groups->is_top);
    free(groups);
}

static void groups_of_pointer(const Alias *alias, u32 node, GroupList *out) {
    const CellGroups *groups = alias->analysis;
    PlaceList members = {0};
    placesets_list(alias->places, alias_set(alias, node), &members);
    for (u32 i = 0; i < members.count; i++) {
        u32 cell = alias->cs->nodes.at[constraints_member_node(alias->cs, members.at[i])].content;
        u64 group;
        if (map_get(&alias->group_keys, find(groups, cell), &group)) alias_add_group(out, (u32)group);
    }
    vec_free(&members);
}

static void add_edges(Alias *alias, const CellGroups *groups) {
    for (u32 node = 1; node < alias->cs->nodes.count; node++) {
        u64 from;
        if (alias->cs->nodes.at[node].object == NO_OBJECT) continue;
        if (map_get(&alias->group_keys, find(groups, node), &from))
            groups_of_pointer(alias, node, &alias->groups.at[from].edges);
    }
}

void groups_of_sets(Alias *alias) {
    const Constraints *cs = alias->cs;
    CellGroups *groups = xcalloc(1, sizeof *groups);
    groups->parent = xcalloc(cs->nodes.count, sizeof(u32));
    groups->is_top = xcalloc(cs->nodes.count, sizeof(bool));
    u32 *cells = xcalloc(cs->accesses.count + 1, sizeof(u32));
    Map done = {0}; /* (set, size) -> a cell of it: many accesses have the same set */
    for (u32 i = 0; i < cs->nodes.count; i++) groups->parent[i] = i;
    for (u32 i = 0; i < cs->objects.count; i++)
        if (cs->objects.at[i].layout.kind == LAYOUT_REPEATS && has_open_end(cs->objects.at[i].layout.type))
            join_object(alias, groups, i);
    for (u32 i = 0; i < cs->accesses.count; i++) {
        bool is_new;
        PlaceSet set = alias_set(alias, cs->accesses.at[i].pointer);
        u64 *known = map_cell(&done, (u64)set << 32 | cs->accesses.at[i].size, &is_new);
        if (is_new) *known = join_set(alias, groups, set, cs->accesses.at[i].size);
        cells[i] = (u32)*known;
    }
    alias->analysis = groups;
    alias->group_at = group_of_cell;
    alias->groups_of_pointer = groups_of_pointer;
    alias->free_analysis = free_cell_groups;
    for (u32 i = 0; i < cs->accesses.count; i++) {
        if (!cells[i]) continue;
        u32 root = find(groups, cells[i]);
        alias_add_access(alias, i, root, groups->is_top[root] ? 0 : cs->accesses.at[i].size);
    }
    add_edges(alias, groups);
    free(cells);
    map_free(&done);
}
