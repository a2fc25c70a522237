/* Objects of globals and functions: made when something names them, the same in every state, under numbers that do not depend
 * on when that is (Objects.statics). */
#include "machine/machine.h"

#include "memory/store/storage.h"

#include <stdlib.h>
#include <string.h>

static u32 *table_entry(u32 **table, u32 *capacity, u32 number) {
    if (number >= *capacity) {
        u32 wanted = MAX(number + 1, MAX(64u, *capacity * 2));
        *table = xrealloc(*table, wanted * sizeof(u32));
        memset(*table + *capacity, 0, (wanted - *capacity) * sizeof(u32));
        *capacity = wanted;
    }
    return &(*table)[number];
}

/* States that do not know the object yet will be given it as it is now. */
static void remember_static(Machine *m, u32 number) {
    if (!m->options.forks) return;
    Object *object = object_own(&m->objects, number);
    object->writable = 0; /* its storage is shared from now on */
    storage_keep(object->bytes);
    storage_keep(object->undefined);
    storage_keep(object->provenance);
    storage_keep(object->contents);
    vec_push(&m->statics, (StaticObject){number, *object, *object_info(&m->objects, number), m->blocks.count});
}

void machine_make_outside(Machine *m, u32 number) {
    if (object_info(&m->objects, number)->kind != OBJECT_NONE) return;
    objects_new_outside(&m->objects, number);
    remember_static(m, number);
}

enum { FUNCTION_BYTES = 16 };

/* The numbers that its object has; what is larger than any object has none that are its own. */
static u32 windows_of(const Machine *m, const Global *global) {
    bool is_object = !m->objects.placement && global->size <= OBJECT_MAX_SIZE;
    return is_object ? object_windows(global->size) : 1;
}

/* Variables that can be written come first, close to each other: what a path changes is then in few pages. */
void machine_reserve_statics(Machine *m) {
    const Program *program = m->program;
    u32 globals = program->first_globals, functions = program->first_functions, count = 0;
    u64 numbers = (u64)globals + functions;
    for (u32 i = 0; i < globals; i++) numbers += windows_of(m, program->globals.at[i]) - 1;
    if (numbers > OUTSIDE_FIRST / 2) return;
    StaticPlace *places = xcalloc(numbers + 1, sizeof *places);
    for (u32 is_constant = 0; is_constant < 2; is_constant++)
        for (u32 i = 0; i < globals; i++) {
            const Global *global = program->globals.at[i];
            if (global->is_constant != is_constant) continue;
            places[count++] = (StaticPlace){.size = global->size, .align = MAX(1u, global->align)};
            *table_entry(&m->reserved_globals, &m->reserved_capacity, i) = count;
            count += windows_of(m, global) - 1;
        }
    m->reserved_functions = count + 1;
    for (u32 i = 0; i < functions; i++)
        places[count++] = (StaticPlace){.size = FUNCTION_BYTES, .align = FUNCTION_BYTES};
    objects_reserve_statics(&m->objects, places, count);
}

static u32 reserved_for_function(const Machine *m, const Function *function) {
    bool is_reserved = m->objects.statics->reserved && function->number < m->program->first_functions;
    return is_reserved ? m->reserved_functions + function->number : 0;
}

static u32 reserved_for_global(const Machine *m, const Global *global) {
    return global->number < m->reserved_capacity ? m->reserved_globals[global->number] : 0;
}

u32 machine_function_object(Machine *m, Function *function) {
    u32 *entry = table_entry(&m->function_objects, &m->function_capacity, function->number);
    if (!*entry) {
        u32 reserved = reserved_for_function(m, function);
        *entry = objects_new_static(&m->objects, reserved, OBJECT_FUNCTION, FUNCTION_BYTES, FUNCTION_BYTES, NULL, NULL);
        object_own_info(&m->objects, *entry)->function = function;
        remember_static(m, *entry);
    }
    return *entry;
}

static void write_relocations(Machine *m, Global *global, u32 number) {
    for (u32 i = 0; i < global->relocation_count; i++) {
        const Relocation *relocation = &global->relocations[i];
        u64 pointer = machine_constant_address(m, m->program->constants.at[relocation->constant]);
        Object *object = object_own(&m->objects, number);
        if (relocation->is_relative) { /* windows apart, or bytes apart: what fits in four bytes */
            pointer -= object_pointer(&m->objects, number);
            if (!m->objects.placement) pointer >>= 32;
        }
        memcpy(object->bytes + relocation->offset, &pointer, relocation->size);
        if (relocation->is_relative) continue;
        if (m->objects.placement && relocation->size == 4)
            object_set_provenance(object, (u32)relocation->offset, pointer_object(pointer));
    }
}

static bool is_all_zero(const Global *global) {
    return !global->bytes && !global->undefined && !global->relocation_count;
}

bool machine_lacks_global(const Machine *m, const Global *global) {
    return m->options.stops_at_missing && !global->is_defined && !global->is_any && !global->is_library;
}

/* The object's number is entered before its pointers are written: globals may point to each other. */
u32 machine_global_object(Machine *m, Global *global) {
    u32 *entry = table_entry(&m->global_objects, &m->global_capacity, global->number);
    if (*entry) return *entry;
    Error error = {0};
    if (global->is_defined && !program_initialiser(m->program, global, &error)) {
        error_set(&m->stuck, "%s", error.message.chars);
        error_free(&error);
    }
    u64 size = machine_lacks_global(m, global) ? 0 : global->size;
    bool is_sparse = machine_is_sparse(m, size) && is_all_zero(global);
    u8 *bytes = size <= m->objects.largest && !is_sparse ? objects_storage(&m->objects, size, FILLED_ZEROS) : NULL;
    bool has_room = bytes || is_sparse;
    u32 align = MAX(1u, global->align), reserved = reserved_for_global(m, global);
    u32 number = has_room ? objects_new_static(&m->objects, reserved, OBJECT_GLOBAL, size, align, bytes, NULL) : 0;
    if (number && is_sparse) {
        objects_make_sparse(&m->objects, number);
        m->hooks->begin_sparse(m, number, true);
    }
    if (!number) {
        error_set(&m->stuck, "'%s' has %llu bytes: there is no room for it", global->name, (unsigned long long)size);
        number = objects_new_static(&m->objects, reserved, OBJECT_GLOBAL, 0, 1, bytes, NULL);
    }
    *table_entry(&m->global_objects, &m->global_capacity, global->number) = number;
    object_own_info(&m->objects, number)->global = global;
    if (bytes && global->bytes) memcpy(bytes, global->bytes, size);
    if (bytes && global->undefined) memcpy(object_own_undefined(&m->objects, number), global->undefined, size);
    write_relocations(m, global, number);
    if (global->is_constant) objects_make_constant(&m->objects, number);
    remember_static(m, number);
    return number;
}

void machine_make_statics(Machine *m) {
    const Program *program = m->program;
    if (m->has_all_statics) return;
    m->has_all_statics = true;
    for (u32 i = 0; i < program->first_globals; i++) {
        Global *global = program->globals.at[i];
        if (global->is_defined && !global->is_library && !global->is_thread_local) machine_global_object(m, global);
    }
    for (u32 i = 0; i < program->first_functions; i++)
        if (program->functions.at[i]->is_address_taken) machine_function_object(m, program->functions.at[i]);
}

u32 machine_thread_variable(Machine *m, Global *global) {
    u64 size = global->size;
    u8 *bytes = size <= WINDOW_MAX_SIZE ? objects_storage(&m->objects, size, FILLED_ZEROS) : NULL;
    u32 number = bytes ? objects_new(&m->objects, OBJECT_GLOBAL, size, MAX(1u, global->align), bytes, NULL) : 0;
    if (!number) {
        storage_drop(bytes);
        return 0;
    }
    object_own_info(&m->objects, number)->global = global;
    if (global->bytes) memcpy(object_own(&m->objects, number)->bytes, global->bytes, size);
    if (global->undefined) memcpy(object_own_undefined(&m->objects, number), global->undefined, size);
    write_relocations(m, global, number);
    return number;
}

u64 machine_constant_address(Machine *m, Constant constant) {
    switch (constant.kind) {
    case CONSTANT_GLOBAL: {
        u64 pointer = object_pointer(&m->objects, machine_global_object(m, constant.global));
        if (m->objects.placement) return (pointer & 0xffffffff00000000u) | (u32)(pointer + (u64)constant.offset);
        return objects_move_far(&m->objects, pointer, constant.offset);
    }
    case CONSTANT_FUNCTION: return object_pointer(&m->objects, machine_function_object(m, constant.function));
    case CONSTANT_BLOCK: /* position 1 + block in the function's window */
        return object_pointer(&m->objects, machine_function_object(m, constant.function)) + 1 + constant.block;
    default: return 0;
    }
}
