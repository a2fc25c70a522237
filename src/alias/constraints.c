/* Nodes, objects and instances; where the walk begins. */
#include "alias/constraints.h"

#include <string.h>

/* ---- Nodes and constraints ---- */

u32 constraints_node(Constraints *cs) {
    vec_push(&cs->nodes, (Node){.object = NO_OBJECT});
    return cs->nodes.count - 1;
}

void constraints_add(Constraints *cs, SetKind kind, u32 dst, u32 src, u32 size, i64 amount) {
    if (src == NODE_NONE || (dst == NODE_NONE && kind != SET_CALL) || (kind == SET_COPY && dst == src)) return;
    vec_push(&cs->list, (SetConstraint){kind, dst, src, size, amount, NULL, cs->owner, cs->link});
}

static u32 place_node(Constraints *cs, u32 object, i32 place) {
    u32 node = constraints_node(cs);
    u32 room = layout_room(&cs->objects.at[object].layout, place);
    u32 slot = cs->objects.at[object].slots.count;
    cs->nodes.at[node] =
        (Node){.object = object, .place = place, .slot = slot, .content = node, .loaded = node, .room = room};
    vec_push(&cs->objects.at[object].slots, node);
    map_put(&cs->places, (u64)object << 32 | (u32)place, node);
    return node;
}

u32 constraints_object(Constraints *cs, Abstract object) {
    u32 number = cs->objects.count;
    object.layout.word = cs->program->pointer_bytes;
    if (!object.owner) object.owner = cs->owner;
    vec_push(&cs->objects, object);
    Abstract *made = &vec_last(&cs->objects);
    made->any = place_node(cs, number, PLACE_ANY);
    made->all = made->any;
    if (object.layout.kind == LAYOUT_SINGLE) return number;
    made->all = constraints_node(cs);
    cs->nodes.at[made->all].object = number;
    cs->nodes.at[made->any].loaded = made->all;
    constraints_add(cs, SET_COPY, made->all, made->any, 0, 0);
    return number;
}

u32 constraints_place(Constraints *cs, u32 object, i32 place) {
    const Abstract *o = &cs->objects.at[object];
    if (o->layout.kind == LAYOUT_SINGLE || place == PLACE_ANY) return o->any;
    u64 known;
    if (map_get(&cs->places, (u64)object << 32 | (u32)place, &known)) return (u32)known;
    if (o->slots.count == PLACES_PER_OBJECT) return o->any;
    i32 cell = layout_cell(&o->layout, place);
    u32 node = place_node(cs, object, place);
    if (cell == place) {
        constraints_add(cs, SET_COPY, node, cs->objects.at[object].any, 0, 0);
        constraints_add(cs, SET_COPY, cs->objects.at[object].all, node, 0, 0);
        return node;
    }
    u32 first = constraints_place(cs, object, cell);
    cs->nodes.at[node].content = cs->nodes.at[first].content;
    cs->nodes.at[node].loaded = cs->nodes.at[first].loaded;
    return node;
}

/* ---- Functions, globals, the unknown ---- */

u32 constraints_function_object(Constraints *cs, const Function *function) {
    bool is_new;
    u64 *cell = map_cell(&cs->function_objects, (u64)(uintptr_t)function, &is_new);
    if (!is_new) return (u32)*cell;
    *cell = cs->objects.count;
    return constraints_object(cs, (Abstract){.kind = ABSTRACT_FUNCTION, .function = function});
}

/* What is made next is no part of what an instance says: globals, constants, the unknown. */
typedef struct {
    u32 owner, link;
} Speaker;

static Speaker speak_for_nobody(Constraints *cs) {
    Speaker before = {cs->owner, cs->link};
    cs->owner = cs->link = 0;
    return before;
}

static void speak_again(Constraints *cs, Speaker speaker) {
    cs->owner = speaker.owner;
    cs->link = speaker.link;
}

static void make_unknown(Constraints *cs) {
    u32 object = constraints_object(cs, (Abstract){.kind = ABSTRACT_UNKNOWN, .name = "unknown"});
    u32 node = cs->unknown = cs->objects.at[object].any;
    vec_push(&cs->sites, (CallSite){.instance = NO_OBJECT});
    constraints_add(cs, SET_ADDRESS, node, node, 0, 0);
    constraints_add(cs, SET_LOAD, node, node, 0, 0);
    constraints_add(cs, SET_STORE, node, node, 0, 0);
    constraints_add(cs, SET_CALL, NODE_NONE, node, 0, cs->sites.count - 1);
}

u32 constraints_unknown(Constraints *cs) {
    Speaker before = speak_for_nobody(cs);
    if (!cs->unknown) make_unknown(cs);
    speak_again(cs, before);
    return cs->unknown;
}

void constraints_escape(Constraints *cs, u32 node) {
    if (node) constraints_add(cs, SET_COPY, constraints_unknown(cs), node, 0, 0);
}

static u32 constant_node(Constraints *cs, u32 index);

static void walk_initialiser(Constraints *cs, Global *global, u32 object) {
    Error error = {0};
    bool is_known = global->is_defined && program_initialiser(cs->program, global, &error);
    error_free(&error);
    if (!is_known) { /* other code defines it, or it cannot be worked out */
        u32 any = cs->objects.at[object].any;
        constraints_add(cs, SET_COPY, any, constraints_unknown(cs), 0, 0);
        constraints_add(cs, SET_ADDRESS, cs->unknown, any, 0, 0);
        return;
    }
    for (u32 i = 0; i < global->relocation_count; i++) {
        const Relocation *relocation = &global->relocations[i];
        u32 target = constant_node(cs, relocation->constant);
        Places places = {0};
        layout_step(&cs->objects.at[object].layout, 0, (i64)relocation->offset, &places);
        for (u32 k = 0; k < places.count; k++) {
            u32 place = constraints_place(cs, object, places.at[k]);
            constraints_add(cs, SET_COPY, cs->nodes.at[place].content, target, 0, 0);
        }
        vec_free(&places);
    }
}

static u32 strings_object(Constraints *cs) {
    if (cs->strings == NO_OBJECT)
        cs->strings = constraints_object(cs, (Abstract){.kind = ABSTRACT_STRINGS, .name = "string literals"});
    return cs->strings;
}

u32 constraints_global_object(Constraints *cs, Global *global) {
    if (global->is_string_literal) return strings_object(cs);
    bool is_new;
    u64 *cell = map_cell(&cs->global_objects, (u64)(uintptr_t)global, &is_new);
    if (!is_new) return (u32)*cell;
    u32 object = (u32)(*cell = cs->objects.count);
    Speaker before = speak_for_nobody(cs);
    Layout layout = layout_of(global->type, LAYOUT_TYPED, cs->program->pointer_bytes);
    constraints_object(cs,
                       (Abstract){.kind = ABSTRACT_GLOBAL, .global = global, .type = global->type, .layout = layout});
    walk_initialiser(cs, global, object);
    speak_again(cs, before);
    return object;
}

/* ---- Operands ---- */

static u32 address_node(Constraints *cs, u32 object, i64 offset) {
    u32 node = constraints_node(cs);
    Places places = {0};
    layout_step(&cs->objects.at[object].layout, 0, offset, &places);
    for (u32 i = 0; i < places.count; i++)
        constraints_add(cs, SET_ADDRESS, node, constraints_place(cs, object, places.at[i]), 0, 0);
    vec_free(&places);
    return node;
}

static u32 constant_node(Constraints *cs, u32 index) {
    u64 known;
    if (map_get(&cs->constants, index, &known)) return (u32)known;
    Constant constant = cs->program->constants.at[index];
    Speaker before = speak_for_nobody(cs);
    u32 node = NODE_NONE;
    if (constant.kind == CONSTANT_GLOBAL)
        node = address_node(cs, constraints_global_object(cs, constant.global), constant.offset);
    if (constant.kind == CONSTANT_FUNCTION)
        node = address_node(cs, constraints_function_object(cs, constant.function), 0);
    map_put(&cs->constants, index, node);
    speak_again(cs, before);
    return node;
}

u32 constraints_operand(Constraints *cs, const Instance *instance, u32 insn, u32 number, Operand operand) {
    u32 first = instance->first_node; /* the instance may move when a constant is new */
    if (operand == OPERAND_NONE) return NODE_NONE;
    if (operand_is_constant(operand)) return constant_node(cs, operand_index(operand));
    u32 value = values_read(instance->values, insn, number);
    return value == VALUE_NONE ? NODE_NONE : first + value;
}

/* ---- Instances ---- */

enum { MOST_CLONES = 300, MOST_NODES_WITH_CLONES = 400000 };

Values *constraints_values(Constraints *cs, Function *function) {
    Values *values = map_get_ptr(&cs->values, function);
    if (values || !function->has_body) return values;
    Error error = {0};
    if (program_body(cs->program, function, &error)) values = values_of(cs->program, function);
    error_free(&error);
    if (values) map_put_ptr(&cs->values, function, values);
    return values;
}

static void make_results(Constraints *cs, Instance *instance) {
    instance->results = cs->nodes.count;
    for (u32 i = 0; i < instance->function->result_count; i++) constraints_node(cs);
    instance->first_node = cs->nodes.count;
    const Values *values = instance->values;
    for (u32 i = 0; i < values->count; i++) {
        u32 node = constraints_node(cs);
        const Register *reg = &instance->function->registers[values->registers.at[i]];
        cs->nodes.at[node].is_pointer = reg->type->kind == TYPE_POINTER;
        cs->nodes.at[node].is_closed = values_is_closed(values, i);
    }
    instance->variadic = NO_OBJECT;
    if (instance->function->type->is_variadic)
        instance->variadic = constraints_object(cs, (Abstract){.kind = ABSTRACT_LOCAL,
                                                               .function = instance->function,
                                                               .context = {instance->context[0], instance->context[1]},
                                                               .owner = cs->instances.count + 1,
                                                               .name = "..."});
    u32 params = instance->function->param_count;
    instance->by_value = xmalloc((params + 1) * sizeof(u32));
    memset(instance->by_value, 0xff, (params + 1) * sizeof(u32));
}

static u64 hash_of_instance(const Instance *instance) {
    return hash_combine(hash_combine((u64)(uintptr_t)instance->function, (u64)(uintptr_t)instance->context[0]),
                        (u64)(uintptr_t)instance->context[1]);
}

/* NO_OBJECT, and where it belongs in *hash, if there is none. */
static u32 known_instance(const Constraints *cs, const Instance *wanted, u64 *hash) {
    *hash = hash_of_instance(wanted);
    for (u64 known; map_get(&cs->instance_numbers, *hash, &known); ++*hash) {
        const Instance *other = &cs->instances.at[known];
        if (other->function == wanted->function && other->context[0] == wanted->context[0] &&
            other->context[1] == wanted->context[1])
            return (u32)known;
    }
    return NO_OBJECT;
}

/* May there be one more instance of the function? */
static bool is_within_budget(const Constraints *cs, const Function *function) {
    u64 count = 0;
    map_get(&cs->instance_counts, (u64)(uintptr_t)function, &count);
    bool is_extra = cs->clones == ALIAS_CLONES_ALL && cs->nodes.count > MOST_NODES_WITH_CLONES;
    return count <= MOST_CLONES && !is_extra;
}

/* The instance that the call is for. Every call with the same context must lead to the same one, also when the budget
 * was used up in between: by the context it is found again (alias_group_of_access). */
static Instance instance_for(Constraints *cs, Function *function, const Insn *call, const Instance *caller) {
    Instance one = {.function = function}, clone = one;
    u64 hash;
    if (!call || !clone_is_wanted(cs, function)) return one;
    clone.context[0] = call;
    clone.callers[0] = caller->function;
    clone.context[1] = caller->context[0];
    clone.callers[1] = caller->callers[0];
    bool is_there = known_instance(cs, &clone, &hash) != NO_OBJECT;
    return is_there || is_within_budget(cs, function) ? clone : one;
}

u32 constraints_instance(Constraints *cs, Function *function, const Insn *call, const Instance *caller) {
    Values *values = constraints_values(cs, function);
    if (!values) return NO_OBJECT;
    Instance made = instance_for(cs, function, call, caller);
    u64 hash;
    u32 known = known_instance(cs, &made, &hash);
    if (known != NO_OBJECT) return known;
    bool is_new;
    map_put(&cs->instance_numbers, hash, cs->instances.count);
    ++*map_cell(&cs->instance_counts, (u64)(uintptr_t)function, &is_new);
    made.values = values;
    make_results(cs, &made);
    vec_push(&cs->instances, made);
    return cs->instances.count - 1;
}

static void walk_pending(Constraints *cs) {
    while (cs->generated < cs->instances.count) constraints_walk(cs, cs->generated++);
}

/* ---- Beginning ---- */

/* A vector of strings that the host hands over: argv, the environment. */
static u32 host_strings(Constraints *cs, const char *vector_name, const char *string_name) {
    u32 vector = constraints_object(cs, (Abstract){.kind = ABSTRACT_HOST, .name = vector_name});
    u32 string = constraints_object(cs, (Abstract){.kind = ABSTRACT_HOST, .name = string_name});
    constraints_add(cs, SET_ADDRESS, cs->objects.at[vector].any, cs->objects.at[string].any, 0, 0);
    return cs->objects.at[vector].any;
}

/* main(), with what runs before and after it. */
static bool start_at_main(Constraints *cs, Function *start, Error *error) {
    Program *program = cs->program;
    u32 instance = constraints_instance(cs, start, NULL, NULL);
    if (instance == NO_OBJECT) return program_body(program, start, error) && false;
    u32 vectors[2] = {host_strings(cs, "argv", "argv[...]"), host_strings(cs, "environ", "environ[...]")};
    cs->instances.at[instance].is_start = true;
    cs->owner = instance + 1;
    for (u32 i = 1; i < start->param_count && i < 3; i++)
        constraints_add(cs, SET_ADDRESS, cs->instances.at[instance].first_node + start->params[i], vectors[i - 1], 0,
                        0);
    cs->owner = 0;
    return true;
}

/* A library: other files may call what is not static, with whatever they can reach, and change its variables. */
static bool start_anywhere(Constraints *cs, Error *error) {
    const Program *program = cs->program;
    bool found = false;
    for (u32 i = 0; i < program->globals.count; i++) {
        Global *global = program->globals.at[i];
        if (global->is_library || !global->is_defined || global->linkage == LINK_INTERNAL) continue;
        u32 object = constraints_global_object(cs, global);
        constraints_escape(cs, address_node(cs, object, 0));
    }
    for (u32 i = 0; i < program->functions.count; i++) {
        Function *function = program->functions.at[i];
        if (function->is_library || !function->has_body || function->linkage == LINK_INTERNAL) continue;
        calls_from_unknown(cs, function);
        found = true;
    }
    return found || error_set(error, "there is no function that could be called from elsewhere");
}

static void start_at(Constraints *cs, Function *function) {
    u32 instance = constraints_instance(cs, function, NULL, NULL);
    if (instance != NO_OBJECT) cs->instances.at[instance].is_start = true;
}

bool constraints_start(Constraints *cs, Error *error) {
    Program *program = cs->program;
    Function *start = program_function_named(program, "__loci_start");
    if (!start || !start->has_body) start = program_function_named(program, "main");
    bool has_main = start && start->has_body;
    if (!(has_main ? start_at_main(cs, start, error) : start_anywhere(cs, error))) return false;
    for (u32 i = 0; i < program->constructors.count; i++) start_at(cs, program->constructors.at[i].function);
    for (u32 i = 0; i < program->destructors.count; i++) start_at(cs, program->destructors.at[i].function);
    walk_pending(cs);
    return true;
}

void constraints_add_target(Constraints *cs, u32 site, u32 object) {
    const Abstract *target = &cs->objects.at[object];
    if (target->kind != ABSTRACT_FUNCTION) return;
    Function *function = cs->program->functions.at[target->function->number];
    bool is_new;
    map_cell(&cs->linked, (u64)site << 32 | function->number, &is_new);
    if (!is_new) return;
    CallSite call = cs->sites.at[site];
    if (call.instance == NO_OBJECT) calls_from_unknown(cs, function);
    else calls_link(cs, call.instance, call.insn, function);
    walk_pending(cs);
}

Constraints *constraints_new(Program *program, AliasClones clones) {
    Constraints *cs = xcalloc(1, sizeof *cs);
    cs->program = program;
    cs->clones = clones;
    cs->strings = NO_OBJECT;
    constraints_node(cs); /* NODE_NONE */
    cs->jump_values = constraints_node(cs);
    return cs;
}

void constraints_free(Constraints *cs) {
    for (u32 i = 0; i < cs->instances.count; i++) free(cs->instances.at[i].by_value);
    for (u32 i = 0; i < cs->objects.count; i++) vec_free(&cs->objects.at[i].slots);
    for (u32 i = 0; i < cs->values.count; i++) values_free((Values *)(uintptr_t)cs->values.entries[i].value);
    Map *maps[] = {&cs->places,          &cs->function_objects, &cs->global_objects, &cs->values, &cs->instance_numbers,
                   &cs->instance_counts, &cs->constants,        &cs->clone_kinds,    &cs->linked};
    for (u32 i = 0; i < COUNT_OF(maps); i++) map_free(maps[i]);
    vec_free(&cs->nodes);
    vec_free(&cs->objects);
    vec_free(&cs->list);
    vec_free(&cs->instances);
    vec_free(&cs->sites);
    vec_free(&cs->links);
    vec_free(&cs->accesses);
    free(cs);
}
