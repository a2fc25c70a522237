/* Building and asking a Program: interning of constants, places and files, lowering on demand. */
#include "program/program.h"

#include "program/visit.h"

#include <string.h>

static const char *const op_names[] = {
#define OP(NAME, name, ...) name,
#include "program/ops.def"
#undef OP
};

const char *op_name(Op op) { return op_names[op]; }

bool op_is_terminator(Op op) {
    switch (op) {
    case OP_JUMP:
    case OP_BRANCH:
    case OP_SWITCH:
    case OP_JUMP_INDIRECT:
    case OP_RETURN:
    case OP_UNREACHABLE: return true;
    default: return false;
    }
}

bool insn_is_pure(const Insn *insn) {
    if (insn->flags & (INSN_CHECKED | INSN_DECIDES)) return false;
    switch ((Op)insn->op) {
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
    case OP_LOAD:
    case OP_STORE:
    case OP_COPY:
    case OP_FILL:
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END:
    case OP_ALLOCA:
    case OP_STACK_SAVE:
    case OP_STACK_RESTORE:
    case OP_VA_START:
    case OP_VA_COPY:
    case OP_VA_END:
    case OP_CALL:
    case OP_CHECK:
    case OP_UNSUPPORTED: return false;
    default: return !op_is_terminator((Op)insn->op);
    }
}

bool program_body(Program *program, Function *function, Error *error) {
    if (function->is_lowered) return true;
    if (!function->has_body) return error_set(error, "function '%s' is not defined", function->name);
    if (!program->lower_body(program, function, error)) return false;
#ifdef LOCI_CHECKS
    if (!program_check(program, function, error)) return false;
#endif
    return true;
}

bool program_initialiser(Program *program, Global *global, Error *error) {
    if (global->is_initialised) return true;
    if (!global->is_defined) return error_set(error, "variable '%s' is not defined", global->name);
    return program->lower_initialiser(program, global, error);
}

Function *program_function_named(const Program *program, const char *name) {
    u64 number;
    return string_map_get(&program->function_names, name, &number) ? program->functions.at[number] : NULL;
}

void program_make_all_known(Program *program) {
    Error error = {0};
    u32 functions = 0, globals = 0;
    while (functions < program->functions.count || globals < program->globals.count) {
        for (; functions < program->functions.count; functions++) {
            Function *function = program->functions.at[functions];
            if (function->has_body && !function->is_library) program_body(program, function, &error);
        }
        for (; globals < program->globals.count; globals++) {
            Global *global = program->globals.at[globals];
            if (global->is_defined && !global->is_library) program_initialiser(program, global, &error);
        }
    }
    error_free(&error);
}

LocationId program_block_location(const Function *function, u32 block) {
    const Block *b = &function->blocks[block];
    for (u32 insn = b->first; insn < b->first + b->count; insn++)
        if (function->insns[insn].location) return function->insns[insn].location;
    return function->location;
}

void program_free(Program *program) {
    if (program->close) program->close(program);
    vec_free(&program->functions);
    vec_free(&program->globals);
    vec_free(&program->constants);
    vec_free(&program->locations);
    vec_free(&program->files);
    vec_free(&program->constructors);
    vec_free(&program->destructors);
    vec_free(&program->missing_sources);
    string_map_free(&program->function_names);
    string_map_free(&program->global_names);
    map_free(&program->constant_index);
    map_free(&program->location_index);
    string_map_free(&program->file_index);
    Arena arena = program->arena; /* the program itself lives in it */
    arena_free(&arena);
}

static u64 hash_constant(const Constant *constant) {
    u64 hash = hash_combine(constant->kind, (uintptr_t)constant->type);
    if (constant->limbs)
        for (u32 i = 0; i < type_limbs(constant->type); i++) hash = hash_combine(hash, constant->limbs[i]);
    hash = hash_combine(hash, (uintptr_t)constant->global ^ (uintptr_t)constant->function);
    return hash_combine(hash, (u64)constant->offset ^ ((u64)constant->block << 32));
}

static bool same_constant(const Constant *x, const Constant *y) {
    if (x->kind != y->kind || x->type != y->type || x->global != y->global || x->function != y->function ||
        x->block != y->block || x->offset != y->offset || !x->limbs != !y->limbs)
        return false;
    return !x->limbs || !memcmp(x->limbs, y->limbs, type_limbs(x->type) * sizeof(u64));
}

u32 program_add_constant(Program *program, Constant constant) {
    u64 hash = hash_constant(&constant);
    for (;; hash++) {
        bool is_new;
        u64 *index = map_cell(&program->constant_index, hash, &is_new);
        if (!is_new) {
            if (same_constant(&program->constants.at[*index], &constant)) return (u32)*index;
            continue; /* another constant with this hash: try the next one */
        }
        *index = program->constants.count;
        if (constant.limbs)
            constant.limbs = arena_copy(&program->arena, constant.limbs, type_limbs(constant.type) * sizeof(u64));
        vec_push(&program->constants, constant);
        return program->constants.count - 1;
    }
}

Operand program_int_operand(Program *program, const Type *type, u64 value) {
    u64 limbs[1024] = {0};
    assert(type_limbs(type) <= COUNT_OF(limbs));
    limbs[0] = value & low_mask(MIN(type->bits, 64u));
    return OPERAND_CONSTANT |
           program_add_constant(program, (Constant){.kind = CONSTANT_INT, .type = type, .limbs = limbs});
}

LocationId program_add_location(Program *program, u32 file, u32 line, u32 column) {
    if (!program->locations.count) vec_push(&program->locations, (Location){0});
    bool is_new;
    u64 key = ((u64)file << 48) ^ ((u64)line << 16) ^ MIN(column, 0xffffu);
    u64 *id = map_cell(&program->location_index, key, &is_new);
    if (is_new) {
        *id = program->locations.count;
        vec_push(&program->locations, (Location){file, line, column});
    }
    return (LocationId)*id;
}

u32 program_add_file(Program *program, const char *name) {
    u64 index;
    if (string_map_get(&program->file_index, name, &index)) return (u32)index;
    const char *copy = arena_strdup(&program->arena, name);
    vec_push(&program->files, copy);
    string_map_put(&program->file_index, copy, program->files.count - 1);
    return program->files.count - 1;
}
