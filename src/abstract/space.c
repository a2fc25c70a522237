#include "abstract/space.h"

#include "base/text.h"

#include <string.h>

enum { MOST_ADDRESSES = 256, MOST_BYTES_KNOWN = 1024 };

/* ---- Addresses ---- */

static u32 entity_new(Space *space, Owner owner) {
    if (!space->owners.count) vec_push(&space->owners, (Owner){0});
    vec_push(&space->owners, owner);
    return space->owners.count - 1;
}

static u32 entity_of(Space *space, Map *map, u64 key, Owner owner) {
    u64 entity;
    if (map_get(map, key, &entity)) return (u32)entity;
    entity = entity_new(space, owner);
    map_put(map, key, entity);
    return (u32)entity;
}

u64 space_global(Space *space, const Global *global) {
    return space_address(space, entity_of(space, &space->globals, (u64)(uintptr_t)global, (Owner){.global = global}));
}

u64 space_function(Space *space, const Function *function) {
    u32 entity = entity_of(space, &space->functions, (u64)(uintptr_t)function, (Owner){0});
    map_put(&space->entities, entity, (u64)(uintptr_t)function);
    return space_address(space, entity);
}

const Function *space_function_at(const Space *space, u64 address) {
    u64 function;
    if (space_offset(space, address) || !map_get(&space->entities, space_entity(space, address), &function))
        return NULL;
    return (const Function *)(uintptr_t)function;
}

u64 space_local(Space *space, const Context *context, u32 variable) {
    Owner owner = {.context = context, .variable = variable};
    return space_address(space, entity_of(space, &space->locals, (u64)context->number << 32 | variable, owner));
}

u32 space_heap_site(Space *space, const Context *context, u32 insn) {
    bool is_new;
    u64 *index = map_cell(&space->sites, (u64)context->number << 32 | insn, &is_new);
    if (!is_new) return (u32)*index;
    u32 number = space->heap.count;
    *index = number;
    HeapSite site = {.context = context, .insn = insn, .repeats = context_repeats(context, insn)};
    site.entity =
        site.repeats ? 1u << (63 - space->position_bits) | number << COUNTER_BITS : entity_new(space, (Owner){0});
    Text name = {0};
    text_printf(&name, "blocks.%u", number);
    site.symbol = term_symbol(space->terms, name.chars, COUNTER_BITS);
    text_free(&name);
    vec_push(&space->heap, site);
    return number;
}

u64 space_constant(Space *space, const Constant *constant) {
    switch (constant->kind) {
    case CONSTANT_GLOBAL: {
        u64 base = space_global(space, constant->global), mask = low_mask(space->position_bits);
        return (base & ~mask) | ((base + (u64)constant->offset) & mask);
    }
    case CONSTANT_FUNCTION: return space_function(space, constant->function);
    case CONSTANT_INT:
    case CONSTANT_FLOAT: return constant->limbs[0];
    default: return 0;
    }
}

/* ---- Which groups share a function ---- */

static u32 class_of(const Space *space, u32 group) {
    u64 parent;
    while (map_get(&space->parents, group, &parent) && parent != group) group = (u32)parent;
    return group;
}

static void share(Space *space, u32 a, u32 b) {
    a = class_of(space, a);
    b = class_of(space, b);
    if (a != b) map_put(&space->parents, MAX(a, b), MIN(a, b));
}

/* The step that made the address in a register, if it stands in the same block. */
static const Insn *step_before(const Function *function, const Insn *insn) {
    if (operand_is_constant(insn->a)) return NULL;
    u32 first = function->blocks[flow_block_of(function, (u32)(insn - function->insns))].first;
    for (const Insn *i = insn; i-- > function->insns + first;)
        if (i->dst == insn->a) return i->op == OP_FIELD ? i : NULL;
    return NULL;
}

typedef struct {
    Space *space;
    Map keys; /* of types and fields -> group */
} Sharing;

/* What a function is made for, as the split says; two groups with one key share theirs. */
static u64 key_of_access(const Space *space, const Function *function, const Insn *insn) {
    Text name = {0};
    program_print_type(&name, insn->c_type ? insn->c_type : insn->type);
    const Insn *step = space->split == SPLIT_FIELDS ? step_before(function, insn) : NULL;
    if (step) {
        text_add(&name, " in ");
        program_print_type(&name, step->type);
        text_printf(&name, ".%u", operand_index(step->b));
    }
    u64 key = hash_bytes(name.chars, name.length);
    text_free(&name);
    return key;
}

static bool is_pointer(const Type *type) { return type->kind == TYPE_POINTER; }

/* Accesses of one size at multiples of it are to the same or to disjoint bytes, whatever the analysis knows. */
static void note_size(Space *space, u32 group, const Insn *insn) {
    enum { MIXED = UINT32_MAX };
    u64 size = is_pointer(insn->type) ? space->program->pointer_bytes : (MAX(insn->type->bits, 1u) + 7) / 8;
    if (insn->extra < size) size = MIXED;
    bool is_new;
    u64 *known = map_cell(&space->sizes, group, &is_new);
    *known = is_new || *known == size ? size : MIXED;
}

static u64 size_of_group(const Space *space, u32 group) {
    u64 size = alias_group_size(space->alias, group);
    if (!size) map_get(&space->sizes, group, &size);
    return size;
}

static void look_at_access(void *self, const Function *function, const Insn *insn, u32 group) {
    Sharing *sharing = self;
    Space *space = sharing->space;
    bool is_new;
    u64 *leads_outside = map_cell(&space->leads_outside, (u64)(uintptr_t)insn, &is_new);
    *leads_outside = !group && (is_new || *leads_outside); /* in every context that the analysis saw it in */
    if (!group) return;
    note_size(space, group, insn);
    if (is_pointer(insn->type)) map_put(&space->pointer_word, group, 1);
    if (space->split == SPLIT_CELLS || space->split == SPLIT_ANDERSEN) return;
    u64 key = space->split == SPLIT_NONE ? 0 : key_of_access(space, function, insn);
    u64 *other = map_cell(&sharing->keys, key, &is_new);
    if (is_new) *other = group;
    else share(space, (u32)*other, group);
}

/* What is copied from one object to another stays in its function. */
static void share_objects(Space *space, u32 to, u32 from, u64 size) {
    enum { MOST = 1 << 12 };
    for (u64 offset = 0; offset < MIN(size, (u64)MOST); offset++) {
        u32 a = alias_group_at(space->alias, to, offset), b = alias_group_at(space->alias, from, offset);
        if (a && b) share(space, a, b);
    }
}

/* The objects that an operand points to the start of. */
static void objects_at(Space *space, const Function *function, Operand operand, AliasObjects *out) {
    u32 object;
    vec_clear(out);
    if (!operand_is_constant(operand)) {
        if (function->registers[operand].variable) alias_points_to(space->alias, function, operand, out);
        return;
    }
    const Constant *constant = &space->program->constants.at[operand_index(operand)];
    if (constant->kind == CONSTANT_GLOBAL && !constant->offset &&
        alias_object_of_global(space->alias, constant->global, &object))
        vec_push(out, object);
}

static void look_at_copies(Space *space, const Function *function) {
    AliasObjects to = {0}, from = {0};
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_COPY || !operand_is_constant(insn->c)) continue;
        u64 size = space->program->constants.at[operand_index(insn->c)].limbs[0];
        objects_at(space, function, insn->a, &to);
        objects_at(space, function, insn->b, &from);
        for (u32 k = 0; k < to.count; k++)
            for (u32 j = 0; j < from.count; j++) share_objects(space, to.at[k], from.at[j], size);
    }
    vec_free(&to);
    vec_free(&from);
}

static bool copies_a_range(const Space *space, const Insn *insn) {
    static const char *const names[] = {"memcpy", "memmove", "realloc"};
    if (insn->op != OP_CALL || !operand_is_constant(insn->a)) return insn->op == OP_COPY;
    const Constant *callee = &space->program->constants.at[operand_index(insn->a)];
    for (u32 i = 0; i < COUNT_OF(names) && callee->kind == CONSTANT_FUNCTION; i++)
        if (!strcmp(callee->function->name, names[i])) return true;
    return false;
}

/* Only then it is worth knowing what is in variables that no load reads. */
static bool copies_ranges(const Space *space) {
    for (u32 i = 0; i < space->program->functions.count; i++) {
        const Function *function = space->program->functions.at[i];
        for (u32 k = 0; function->is_lowered && !function->is_library && k < function->insn_count; k++)
            if (copies_a_range(space, &function->insns[k])) return true;
    }
    return false;
}

static void make_functions(Space *space) {
    u32 count = alias_group_count(space->alias);
    for (u32 group = 1; group <= count; group++) {
        u32 class = class_of(space, group);
        u64 size = size_of_group(space, group);
        bool is_new;
        u64 *index = map_cell(&space->of_group, class, &is_new);
        if (is_new) {
            *index = space->memory.count;
            vec_push(&space->memory, (MemoryFunction){.bytes = (u32)MIN(size, 16u)});
        }
        u64 function = *index;
        MemoryFunction *f = &space->memory.at[function];
        if (f->bytes != size || (size != 1 && size != 2 && size != 4 && size != 8)) f->bytes = 1;
        f->has_pointers |= map_get(&space->pointer_word, group, NULL);
        map_put(&space->of_group, group, function);
    }
    space->variables = space->memory.count;
    vec_push(&space->memory, (MemoryFunction){.bytes = 8});
    space->outside = space->memory.count;
    vec_push(&space->memory, (MemoryFunction){.bytes = 1});
    for (u32 i = 0; i < space->memory.count; i++) {
        MemoryFunction *f = &space->memory.at[i];
        f->has_pointers = f->has_pointers && f->bytes == space->program->pointer_bytes;
        f->bits = f->has_pointers ? 64 : f->bytes * 8;
    }
}

u32 space_access(Space *space, const Context *context, const Insn *insn) {
    bool is_new;
    u64 *function = map_cell(&space->of_access, hash_combine(context->number, (u64)(uintptr_t)insn), &is_new);
    if (!is_new) return (u32)*function;
    const Insn *calls[8];
    u32 group = alias_group_of_access(space->alias, calls, context_calls(context, insn, calls, COUNT_OF(calls)));
    u64 found = NO_FUNCTION, leads_outside;
    if (group) map_get(&space->of_group, group, &found);
    else if (map_get(&space->leads_outside, (u64)(uintptr_t)insn, &leads_outside) && leads_outside)
        found = space->outside;
    map_put(&space->of_access, hash_combine(context->number, (u64)(uintptr_t)insn), found);
    return (u32)found;
}

/* False: some bytes are in no group, so that nothing but copies of ranges touches them. */
static bool add_functions(const Space *space, u32 object, u64 size, FunctionList *out) {
    enum { MOST = 1 << 14 };
    bool is_whole = size <= MOST;
    for (u64 offset = 0; offset < MIN(size, (u64)MOST); offset++) {
        u64 function;
        u32 group = alias_group_at(space->alias, object, offset);
        is_whole = is_whole && group;
        if (!group || !map_get(&space->of_group, group, &function)) continue;
        bool is_known = false;
        for (u32 i = 0; i < out->count && !is_known; i++) is_known = out->at[i] == function;
        if (!is_known) vec_push(out, (u32)function);
    }
    return is_whole;
}

/* The analysis's object for a variable, and its size; false: it has none. */
static bool object_of_entity(const Space *space, u32 entity, u32 *object, u64 *size) {
    if (entity >= space->owners.count) return false;
    Owner owner = space->owners.at[entity];
    const Insn *calls[8];
    if (owner.global) {
        *size = owner.global->size;
        return alias_object_of_global(space->alias, owner.global, object);
    }
    if (!owner.context || owner.variable >= owner.context->function->variable_count) return false;
    const Variable *variable = &owner.context->function->variables[owner.variable];
    u32 count = context_calls(owner.context, NULL, calls, COUNT_OF(calls));
    *size = variable->size;
    return alias_object_of_local(space->alias, owner.context->function, variable, calls + 1, count - 1, object);
}

bool space_of_entity(Space *space, u32 entity, FunctionList *out) {
    u32 object;
    u64 size;
    return object_of_entity(space, entity, &object, &size) && add_functions(space, object, size, out);
}

u32 space_of_word(Space *space, u32 entity, u64 offset) {
    u32 object;
    u64 size, function;
    if (!object_of_entity(space, entity, &object, &size)) return NO_FUNCTION;
    u32 group = alias_group_at(space->alias, object, offset);
    return group && map_get(&space->of_group, group, &function) ? (u32)function : NO_FUNCTION;
}

/* ---- What variables hold when the program begins ---- */

static u64 target_of(Space *space, const Relocation *relocation) {
    return space_constant(space, &space->program->constants.at[relocation->constant]);
}

/* The words of a variable, one for each byte it may begin at: what a function has at its addresses. */
static Term *words_of(Space *space, const Global *global, const MemoryFunction *f) {
    enum { MARGIN = 16 };
    u32 width = f->bits / 8;
    u8 *image = xcalloc(global->size + MARGIN, 1), *words = xcalloc(global->size + 1, width);
    if (global->bytes) memcpy(image, global->bytes, global->size);
    for (u64 offset = 0; offset < global->size; offset++) memcpy(words + offset * width, image + offset, f->bytes);
    for (u32 i = 0; i < global->relocation_count && f->has_pointers; i++) {
        u64 target = target_of(space, &global->relocations[i]);
        memcpy(words + global->relocations[i].offset * width, &target, sizeof target);
    }
    Term *data = term_data(space->terms, 64, f->bits, words, global->size);
    free(image);
    free(words);
    return data;
}

static Term *number_of(Space *space, const Relocation *relocation) {
    Term *target = term_const(space->terms, 64, target_of(space, relocation));
    Term *number = term_apply(space->terms, space->address, &target);
    Term *back = term_eq(space->terms, term_apply(space->terms, space->pointer, &number), target);
    space->axioms = term_and(space->terms, space->axioms, back);
    return number;
}

/* A function that has no pointers as such has the bytes of their numbers, or, in words of another size, what is not known. */
static Term *with_numbers(Space *space, Term *memory, const Global *global, const MemoryFunction *f) {
    Text name = {0};
    for (u32 i = 0; i < global->relocation_count; i++) {
        const Relocation *relocation = &global->relocations[i];
        u64 offset = relocation->offset, first = offset < f->bytes - 1 ? 0 : offset - (f->bytes - 1);
        bool has_bytes = f->bytes == 1 && relocation->size == space->program->pointer_bytes && !relocation->is_relative;
        for (u64 at = first; at < offset + relocation->size; at++) {
            text_clear(&name);
            text_printf(&name, "%s+%u of f%u", global->name, (u32)at, (u32)(f - space->memory.at));
            Term *value = has_bytes
                              ? term_extract(space->terms, number_of(space, relocation), (u32)(at - offset) * 8, 8)
                              : term_symbol(space->terms, name.chars, f->bits);
            memory =
                term_store(space->terms, memory, term_const(space->terms, 64, space_global(space, global) + at), value);
        }
    }
    text_free(&name);
    return memory;
}

static Term *with_global(Space *space, Term *memory, const Global *global, const MemoryFunction *f) {
    TermStore *terms = space->terms;
    Term *at = term_const(terms, 64, space_global(space, global)), *size = term_const(terms, 64, global->size);
    if (!global->bytes && !global->relocation_count)
        return term_fill(terms, memory, at, term_const(terms, f->bits, 0), size);
    memory = term_copy(terms, memory, at, words_of(space, global, f), term_const(terms, 64, 0), size);
    return f->has_pointers ? memory : with_numbers(space, memory, global, f);
}

static void initialise(Space *space, Global *global, bool is_copied) {
    u32 object;
    FunctionList functions = {0};
    Error error = {0};
    if (!global->size || !alias_object_of_global(space->alias, global, &object)) return;
    if (!program_initialiser(space->program, global, &error)) error_free(&error);
    bool is_whole = add_functions(space, object, global->size, &functions);
    if (!is_whole && is_copied && global->size <= MOST_BYTES_KNOWN) {
        vec_clear(&functions); /* what is copied from it may come to any function */
        for (u32 i = 0; i < space->memory.count; i++) vec_push(&functions, i);
    }
    for (u32 i = 0; i < functions.count; i++) {
        MemoryFunction *f = &space->memory.at[functions.at[i]];
        if (global->is_constant) f->constant = with_global(space, f->constant, global, f);
        f->initial = with_global(space, f->initial, global, f);
        u64 base = space_global(space, global);
        if (!global->is_constant && !global->is_library && global->size <= MOST_BYTES_KNOWN)
            for (u64 o = 0; o < global->size && f->addresses.count < MOST_ADDRESSES; o += f->bytes)
                vec_push(&f->addresses, base + o);
    }
    vec_free(&functions);
}

static void make_contents(Space *space) {
    Text name = {0};
    for (u32 i = 0; i < space->memory.count; i++) {
        MemoryFunction *f = &space->memory.at[i];
        text_clear(&name);
        text_printf(&name, "f%u", i);
        f->symbol = f->constant = f->initial = term_symbol_array(space->terms, name.chars, 64, f->bits);
    }
    text_free(&name);
    bool is_copied = copies_ranges(space);
    for (u32 i = 0; i < space->program->globals.count; i++) initialise(space, space->program->globals.at[i], is_copied);
}

void space_init(Space *space, Program *program, Alias *alias, TermStore *terms, Split split) {
    *space = (Space){.program = program, .alias = alias, .terms = terms, .split = split};
    space->position_bits = program->pointer_bytes == 4 ? 32 : 36;
    u32 bits = program->pointer_bytes * 8, pointer = 64;
    space->axioms = term_true(terms);
    space->address = term_function(terms, "address", bits, 1, &pointer);
    space->pointer = term_function(terms, "pointer", pointer, 1, &bits);
    Sharing sharing = {.space = space};
    alias_each_access(alias, look_at_access, &sharing);
    map_free(&sharing.keys);
    for (u32 i = 0; i < program->functions.count; i++)
        if (program->functions.at[i]->is_lowered) look_at_copies(space, program->functions.at[i]);
    make_functions(space);
    make_contents(space);
}

void space_free(Space *space) {
    Map *maps[] = {&space->leads_outside, &space->sizes,        &space->parents, &space->of_group,
                   &space->of_access,     &space->pointer_word, &space->globals, &space->functions,
                   &space->locals,        &space->sites,        &space->entities};
    for (u32 i = 0; i < COUNT_OF(maps); i++) map_free(maps[i]);
    for (u32 i = 0; i < space->memory.count; i++) vec_free(&space->memory.at[i].addresses);
    vec_free(&space->memory);
    vec_free(&space->heap);
    vec_free(&space->owners);
}
