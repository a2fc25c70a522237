/* Results as text. */
#include "alias/result.h"

#include <stdlib.h>
#include <string.h>

/* ---- Objects ---- */

static void print_place(const Program *program, LocationId id, Text *out) {
    const Location *location = &program->locations.at[id];
    if (!location->line) {
        text_add(out, "an unknown place");
        return;
    }
    const char *file = program->files.at[location->file], *slash = strrchr(file, '/');
    text_printf(out, "%s:%u", slash ? slash + 1 : file, location->line);
    if (location->column) text_printf(out, ":%u", location->column);
}

/* A block that an allocator of the library or of the program makes is known by the call of the allocator. */
static void print_heap(const Alias *alias, const Abstract *object, Text *out) {
    const Program *program = alias->cs->program;
    text_add(out, "heap at ");
    print_place(program, object->insn->location, out);
    text_printf(out, " in %s", object->function->name);
    for (u32 i = 0; i < 2 && object->context[i]; i++) {
        text_add(out, ", called at ");
        print_place(program, object->context[i]->location, out);
        text_printf(out, " in %s", object->callers[i]->name);
    }
}

static void print_local(const Alias *alias, const Abstract *object, Text *out) {
    const char *name = object->variable ? object->variable->name : NULL;
    if (name) text_printf(out, "local %s of %s", name, object->function->name);
    else if (object->name) text_printf(out, "variadic arguments of %s", object->function->name);
    else if (object->insn) {
        text_add(out, "alloca at ");
        print_place(alias->cs->program, object->insn->location, out);
    } else text_printf(out, "temporary of %s", object->function->name);
    if (!object->context[0]) return;
    text_add(out, ", called at ");
    print_place(alias->cs->program, object->context[0]->location, out);
}

void alias_print_object(const Alias *alias, u32 number, Text *out) {
    const Abstract *object = &alias->cs->objects.at[number];
    switch (object->kind) {
    case ABSTRACT_FUNCTION: text_printf(out, "function %s", object->function->name); break;
    case ABSTRACT_GLOBAL: text_printf(out, "global %s", object->global->name); break;
    case ABSTRACT_HEAP: print_heap(alias, object, out); break;
    case ABSTRACT_LOCAL: print_local(alias, object, out); break;
    case ABSTRACT_DISTANCE: text_add(out, "a difference of pointers"); break;
    default: text_add(out, object->name);
    }
}

/* ---- Sets ---- */

static int by_number(const void *a, const void *b) {
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

static void add_objects(const Alias *alias, PlaceSet set, AliasObjects *out) {
    PlaceList members = {0};
    placesets_list(alias->places, set, &members);
    for (u32 i = 0; i < members.count; i++) {
        u32 object = members.at[i] / PLACES_PER_OBJECT;
        if (alias->cs->objects.at[object].kind != ABSTRACT_DISTANCE) vec_push(out, object);
    }
    vec_free(&members);
}

static void sort_objects(AliasObjects *objects) {
    if (!objects->count) return;
    qsort(objects->at, objects->count, sizeof *objects->at, by_number);
    u32 kept = 1;
    for (u32 i = 1; i < objects->count; i++)
        if (objects->at[i] != objects->at[kept - 1]) objects->at[kept++] = objects->at[i];
    objects->count = kept;
}

/* What the register may hold in this instance. */
static void add_register(const Alias *alias, const Instance *instance, u32 reg, AliasObjects *out) {
    for (u32 v = 0; v < instance->values->count; v++)
        if (instance->values->registers.at[v] == reg)
            add_objects(alias, alias_set(alias, instance->first_node + v), out);
}

bool alias_points_to(const Alias *alias, const Function *function, u32 reg, AliasObjects *out) {
    bool found = false;
    vec_clear(out);
    for (u32 i = 0; i < alias->cs->instances.count; i++) {
        const Instance *instance = &alias->cs->instances.at[i];
        if (instance->function != function) continue;
        found = true;
        add_register(alias, instance, reg, out);
    }
    sort_objects(out);
    return found;
}

static void print_objects(const Alias *alias, AliasObjects *objects, Text *out) {
    sort_objects(objects);
    text_add(out, " {");
    for (u32 i = 0; i < objects->count; i++) {
        text_add(out, i ? "; " : " ");
        alias_print_object(alias, objects->at[i], out);
    }
    text_add(out, " }\n");
}

/* A pointer variable that has an object: what stands in it. */
static void print_memory(const Alias *alias, u32 number, Text *out) {
    const Abstract *object = &alias->cs->objects.at[number];
    AliasObjects objects = {0};
    add_objects(alias, alias_set(alias, object->all), &objects);
    print_objects(alias, &objects, out);
    vec_free(&objects);
}

static bool is_pointer(const Type *type) { return type && type->kind == TYPE_POINTER; }

static void print_slots(const Alias *alias, const Function *function, Text *out) {
    for (u32 i = 0; i < function->variable_count; i++) {
        const Variable *variable = &function->variables[i];
        AliasObjects objects = {0};
        if (variable->kind != VARIABLE_SLOT || !variable->name || !is_pointer(variable->type)) continue;
        if (!alias_points_to(alias, function, variable->reg, &objects)) continue;
        text_printf(out, "%s.%s", function->name, variable->name);
        print_objects(alias, &objects, out);
        vec_free(&objects);
    }
}

void alias_print_points_to(const Alias *alias, Text *out) {
    const Constraints *cs = alias->cs;
    for (u32 i = 0; i < cs->program->functions.count; i++) {
        const Function *function = cs->program->functions.at[i];
        if (!function->is_library && function->is_lowered) print_slots(alias, function, out);
    }
    for (u32 i = 0; i < cs->objects.count; i++) {
        const Abstract *object = &cs->objects.at[i];
        if (object->kind == ABSTRACT_GLOBAL && !object->global->is_library && is_pointer(object->global->type)) {
            text_add(out, object->global->name);
            print_memory(alias, i, out);
        }
        bool is_user = object->kind == ABSTRACT_LOCAL && !object->function->is_library;
        if (is_user && object->variable && object->variable->name && is_pointer(object->variable->type)) {
            text_printf(out, "%s.%s", object->function->name, object->variable->name);
            print_memory(alias, i, out);
        }
    }
}

/* ---- Classes ---- */

void alias_print(const Alias *alias, Text *out) {
    for (u32 class = 1; class <= alias->class_count; class ++) {
        text_printf(out, "class %u:\n", class);
        for (u32 i = 0; i < alias->cs->objects.count; i++) {
            if (alias->classes[i] != class) continue;
            text_add(out, "    ");
            alias_print_object(alias, i, out);
            text_add_char(out, '\n');
        }
    }
}
