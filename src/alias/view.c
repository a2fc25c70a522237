#include "alias/view.h"

enum { MOST_BYTES = 4096 }; /* of an object that are looked at for their groups */

/* ---- The pieces of each group ---- */

static const Type *element_of(const Type *type) {
    while (type && type->kind == TYPE_ARRAY && type->element) type = type->element;
    return type;
}

static bool has_bytes(const Abstract *object) {
    return object->kind != ABSTRACT_DISTANCE && object->kind != ABSTRACT_FUNCTION;
}

static void find_pieces(const Alias *alias, Pieces *pieces) {
    for (u32 i = 0; i < alias->cs->objects.count; i++) {
        const Abstract *object = &alias->cs->objects.at[i];
        const Type *type = element_of(object->type);
        u64 size = type && type->size ? MIN(type->size, (u64)MOST_BYTES) : 64;
        u32 last = 0;
        for (u64 at = 0; has_bytes(object) && at < size; at++) {
            u32 group = alias_group_at(alias, i, at);
            bool goes_on = group && group == last;
            u64 whole = alias_group_size(alias, group);
            bool has_parts = type && type->size; /* else one piece says it all */
            if (goes_on && has_parts && whole && vec_last(&pieces[group]).size == whole) goes_on = false;
            if (goes_on) vec_last(&pieces[group]).size++;
            else if (group) vec_push(&pieces[group], (Piece){i, at, 1});
            last = group;
        }
    }
}

/* .next, or [..].next within an array, or +8 where no name is known. */
static void print_path(const Abstract *object, u64 offset, u64 size, Text *out) {
    const Type *type = object->type;
    while (type && (offset || type->size > size || type->kind == TYPE_ARRAY)) {
        if (type->kind == TYPE_ARRAY && type->element && type->element->size) {
            text_add(out, "[]");
            type = type->element;
            offset %= type->size;
            continue;
        }
        const Field *found = NULL;
        for (u32 i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
            if (type->fields[i].type && type->fields[i].offset <= offset) found = &type->fields[i];
        if (!found || !found->name) break;
        text_printf(out, ".%s", found->name);
        offset -= found->offset;
        type = found->type;
    }
    if (offset) text_printf(out, "+%llu", (unsigned long long)offset);
}

void view_print_piece(const GroupsView *view, const Piece *piece, Text *out) {
    const Alias *alias = view->alias;
    const Abstract *object = &alias->cs->objects.at[piece->object];
    if (object->kind == ABSTRACT_GLOBAL) {
        text_printf(out, "global %s", object->global->name);
        print_path(object, piece->offset, piece->size, out);
        return;
    }
    Text path = {0};
    print_path(object, piece->offset, piece->size, &path);
    alias_print_object(alias, piece->object, out);
    if (path.length) text_printf(out, " %s", path.chars);
    text_free(&path);
}

void view_print_size(const GroupsView *view, u32 group, Text *out) {
    u64 size = alias_group_size(view->alias, group);
    if (size) text_printf(out, "%llu byte%s", (unsigned long long)size, size > 1 ? "s" : "");
    else text_add(out, "size unknown");
}

/* ---- What is the user's ---- */

static bool is_users(const Abstract *object) {
    switch (object->kind) {
    case ABSTRACT_GLOBAL: return !object->global->is_library;
    case ABSTRACT_LOCAL: return !object->function->is_library;
    case ABSTRACT_HEAP:
        for (u32 i = 0; i < 2; i++)
            if (object->callers[i] && !object->callers[i]->is_library) return true;
        return !object->function->is_library;
    default: return false;
    }
}

static void choose_shown(GroupsView *view, bool with_library) {
    const Alias *alias = view->alias;
    const Constraints *cs = alias->cs;
    for (u32 group = 1; group <= alias_group_count(alias); group++) {
        view->is_shown[group] = with_library;
        for (u32 i = 0; i < view->pieces[group].count; i++)
            view->is_shown[group] |= is_users(&cs->objects.at[view->pieces[group].at[i].object]);
    }
    for (u32 i = 0; i < cs->accesses.count && alias->access_groups; i++)
        if (!cs->instances.at[cs->accesses.at[i].instance].function->is_library)
            view->is_shown[alias->access_groups[i]] = true;
}

u32 view_next(const GroupsView *view, u32 group) {
    while (++group <= alias_group_count(view->alias))
        if (view->is_shown[group]) return group;
    return 0;
}

/* ---- Edges ---- */

static void keep_shown(const GroupsView *view, const u32 *groups, u32 count, GroupList *out) {
    for (u32 i = 0; i < count; i++)
        if (view->is_shown[groups[i]]) vec_push(out, groups[i]);
}

static void find_edges(GroupsView *view) {
    for (u32 group = 0, count; (group = view_next(view, group));) {
        const u32 *edges = alias_group_edges(view->alias, group, &count);
        keep_shown(view, edges, count, &view->edges[group]);
    }
}

/* ---- Pointers in registers ---- */

static void add_groups_of_register(const Alias *alias, const Function *function, u32 reg, GroupList *out) {
    for (u32 i = 0; i < alias->cs->instances.count; i++) {
        const Instance *instance = &alias->cs->instances.at[i];
        for (u32 v = 0; instance->function == function && v < instance->values->count; v++)
            if (instance->values->registers.at[v] == reg)
                alias->groups_of_pointer(alias, instance->first_node + v, out);
    }
}

static void add_pointers(GroupsView *view, const Function *function) {
    for (u32 i = 0; i < function->variable_count; i++) {
        const Variable *variable = &function->variables[i];
        bool is_pointer = variable->type && variable->type->kind == TYPE_POINTER;
        if (variable->kind != VARIABLE_SLOT || !variable->name || !is_pointer) continue;
        PointerView pointer = {.function = function, .name = variable->name};
        GroupList all = {0};
        add_groups_of_register(view->alias, function, variable->reg, &all);
        keep_shown(view, all.at, all.count, &pointer.groups);
        if (pointer.groups.count) vec_push(&view->pointers, pointer);
        vec_free(&all);
    }
}

/* ---- All together ---- */

GroupsView view_new(const Alias *alias, bool with_library) {
    GroupsView view = {.alias = alias,
                       .pieces = xcalloc(alias_group_count(alias) + 2, sizeof(Pieces)),
                       .is_shown = xcalloc(alias_group_count(alias) + 2, sizeof(bool)),
                       .edges = xcalloc(alias_group_count(alias) + 2, sizeof(GroupList))};
    find_pieces(alias, view.pieces);
    choose_shown(&view, with_library);
    find_edges(&view);
    for (u32 i = 0; i < alias->cs->program->functions.count; i++) {
        const Function *function = alias->cs->program->functions.at[i];
        if (!function->is_library && function->is_lowered) add_pointers(&view, function);
    }
    return view;
}

void view_free(GroupsView *view) {
    for (u32 i = 0; i <= alias_group_count(view->alias); i++) {
        vec_free(&view->pieces[i]);
        vec_free(&view->edges[i]);
    }
    for (u32 i = 0; i < view->pointers.count; i++) vec_free(&view->pointers.at[i].groups);
    vec_free(&view->pointers);
    free(view->pieces);
    free(view->is_shown);
    free(view->edges);
}
