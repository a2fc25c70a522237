#include "program/make.h"

#include <string.h>

const Type *make_type(Program *program, Type type) { return arena_copy(&program->arena, &type, sizeof type); }

const Type *make_pointer_type(Program *program) {
    u32 bytes = program->pointer_bytes;
    return make_type(program, (Type){.kind = TYPE_POINTER, .size = bytes, .align = bytes});
}

const Type *make_int_type(Program *program, u32 bits) {
    return make_type(program, (Type){.kind = TYPE_INT, .bits = bits, .size = bits / 8, .align = bits / 8});
}

Function *make_function(Program *program, const char *name, const Type *result, const Type *const *params, u32 count) {
    Field *fields = ARENA_ARRAY(&program->arena, Field, count + 1);
    for (u32 i = 0; i < count; i++) fields[i].type = params[i];
    Function *function = ARENA_NEW(&program->arena, Function);
    function->name = arena_strdup(&program->arena, name);
    function->type = make_type(
        program, (Type){.kind = TYPE_FUNCTION, .element = result, .fields = fields, .field_count = count, .align = 1});
    function->number = program->functions.count;
    function->is_library = true;
    vec_push(&program->functions, function);
    string_map_put(&program->function_names, function->name, function->number);
    return function;
}

Function *make_machine_function(Program *program, const char *name, const Type *const *params, u32 count) {
    Function *known = program_function_named(program, name);
    if (known) return known;
    return make_function(program, name, make_type(program, (Type){.kind = TYPE_VOID}), params, count);
}

Operand make_constant(Program *program, Constant constant) {
    return program_add_constant(program, constant) | OPERAND_CONSTANT;
}

Operand make_global_address(Program *program, Global *global) {
    return make_constant(program,
                         (Constant){.kind = CONSTANT_GLOBAL, .type = make_pointer_type(program), .global = global});
}

Operand make_text(Program *program, const char *text) {
    Global *global = ARENA_NEW(&program->arena, Global);
    u64 size = strlen(text) + 1;
    const Type *character = make_int_type(program, 8);
    global->name = "text";
    global->type = make_type(program, (Type){.kind = TYPE_ARRAY, .element = character, .count = size, .size = size});
    global->number = program->globals.count;
    global->linkage = LINK_INTERNAL;
    global->is_constant = global->is_string_literal = global->is_library = true;
    global->is_defined = global->is_initialised = true;
    global->size = size;
    global->align = 1;
    global->bytes = (const u8 *)arena_strdup(&program->arena, text);
    vec_push(&program->globals, global);
    return make_global_address(program, global);
}

void make_scalars(const Type *type, TypeList *out) {
    if (type->kind == TYPE_VOID) return;
    if (type->kind == TYPE_STRUCT)
        for (u32 i = 0; i < type->field_count; i++) make_scalars(type->fields[i].type, out);
    else if (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR)
        for (u64 i = 0; i < type->count; i++) make_scalars(type->element, out);
    else vec_push(out, type);
}

u64 make_size_of(const Program *program, const Type *type) {
    if (type->kind == TYPE_POINTER) return program->pointer_bytes;
    return type->size ? type->size : (type->bits + 7) / 8;
}

/* ---- Bodies ---- */

Maker make_begin(Program *program, Function *function) {
    Maker maker = {.program = program, .function = function};
    TypeList params = {0};
    for (u32 i = 0; i < function->type->field_count; i++) make_scalars(function->type->fields[i].type, &params);
    for (u32 i = 0; i < params.count; i++) make_register(&maker, params.at[i]);
    function->param_count = params.count;
    function->params = ARENA_ARRAY(&program->arena, u32, params.count + 1);
    for (u32 i = 0; i < params.count; i++) function->params[i] = i;
    vec_free(&params);
    return maker;
}

#define KEEP(vec) arena_copy(&program->arena, (vec).at, (vec).count * sizeof *(vec).at)

void make_finish(Maker *maker) {
    Program *program = maker->program;
    Function *function = maker->function;
    function->registers = KEEP(maker->registers);
    function->register_count = maker->registers.count;
    function->variables = KEEP(maker->variables);
    function->variable_count = maker->variables.count;
    function->insns = KEEP(maker->insns);
    function->insn_count = maker->insns.count;
    function->calls = KEEP(maker->calls);
    function->call_count = maker->calls.count;
    function->returns = KEEP(maker->returns);
    function->return_count = function->result_count = maker->returns.count;
    function->switch_count = function->text_count = 0;
    function->blocks = ARENA_NEW(&program->arena, Block);
    function->blocks[0] = (Block){.first = 0, .count = maker->insns.count};
    function->block_count = 1;
    function->has_body = function->is_lowered = function->is_library = true;
    vec_free(&maker->registers);
    vec_free(&maker->variables);
    vec_free(&maker->insns);
    vec_free(&maker->calls);
    vec_free(&maker->returns);
}

u32 make_register(Maker *maker, const Type *type) {
    vec_push(&maker->registers, (Register){.type = type});
    return maker->registers.count - 1;
}

u32 make_object(Maker *maker, const char *name, const Type *type, u64 size, u32 align) {
    u32 address = make_register(maker, make_pointer_type(maker->program));
    vec_push(&maker->variables, (Variable){.name = name,
                                           .type = type,
                                           .kind = VARIABLE_OBJECT,
                                           .reg = address,
                                           .size = size,
                                           .align = MAX(1u, align)});
    maker->registers.at[address].variable = maker->variables.count;
    return address;
}

static Insn insn_of(Op op) {
    return (Insn){.op = (u16)op, .dst = OPERAND_NONE, .a = OPERAND_NONE, .b = OPERAND_NONE, .c = OPERAND_NONE};
}

u32 make_conversion(Maker *maker, Op op, Operand value, const Type *type) {
    Insn insn = insn_of(op);
    insn.dst = make_register(maker, type);
    insn.a = value;
    insn.type = type;
    vec_push(&maker->insns, insn);
    return insn.dst;
}

u32 make_operation(Maker *maker, Op op, const Type *type, Operand a, Operand b, const Type *result) {
    Insn insn = insn_of(op);
    insn.dst = make_register(maker, result);
    insn.a = a;
    insn.b = b;
    insn.type = type;
    vec_push(&maker->insns, insn);
    return insn.dst;
}

u32 make_load(Maker *maker, Operand address, const Type *type) {
    Insn insn = insn_of(OP_LOAD);
    insn.dst = make_register(maker, type);
    insn.a = address;
    insn.extra = MAX(1u, type->align);
    insn.type = type;
    vec_push(&maker->insns, insn);
    return insn.dst;
}

void make_store(Maker *maker, Operand address, const Type *type, Operand value) {
    Insn insn = insn_of(OP_STORE);
    insn.a = address;
    insn.b = value;
    insn.extra = MAX(1u, type->align);
    insn.type = type;
    vec_push(&maker->insns, insn);
}

u32 make_address_in(Maker *maker, Operand address, u64 offset) {
    const Type *number = make_int_type(maker->program, maker->program->pointer_bytes * 8);
    Insn insn = insn_of(OP_INDEX);
    insn.dst = make_register(maker, make_pointer_type(maker->program));
    insn.a = address;
    insn.b = program_int_operand(maker->program, number, offset);
    insn.type = make_int_type(maker->program, 8);
    vec_push(&maker->insns, insn);
    return insn.dst;
}

void make_copy(Maker *maker, Operand to, Operand from, u64 size) {
    const Type *number = make_int_type(maker->program, maker->program->pointer_bytes * 8);
    Insn insn = insn_of(OP_COPY);
    insn.a = to;
    insn.b = from;
    insn.c = program_int_operand(maker->program, number, size);
    vec_push(&maker->insns, insn);
}

Argument make_argument(Operand value, const Type *type) { return (Argument){.value = value, .type = type, .lanes = 1}; }

static Insn *add_call(Maker *maker, Function *callee, const Argument *args, u32 count, u32 dst_count) {
    Program *program = maker->program;
    vec_push(&maker->calls, (Call){.type = callee->type,
                                   .args = arena_copy(&program->arena, args, count * sizeof *args),
                                   .arg_count = count,
                                   .fixed_count = count,
                                   .dst_count = dst_count});
    Insn insn = insn_of(OP_CALL);
    insn.a = make_constant(
        program, (Constant){.kind = CONSTANT_FUNCTION, .type = make_pointer_type(program), .function = callee});
    insn.extra = maker->calls.count - 1;
    vec_push(&maker->insns, insn);
    return &vec_last(&maker->insns);
}

void make_call(Maker *maker, Function *callee, const Argument *args, u32 count, u32 dst, u32 dst_count) {
    add_call(maker, callee, args, count, dst_count)->dst = dst;
}

void make_last_call(Maker *maker, Function *callee, const Argument *args, u32 count) {
    add_call(maker, callee, args, count, 0)->flags = INSN_NO_RETURN;
}

void make_end(Maker *maker, Op op) {
    Insn insn = insn_of(op);
    if (op == OP_RETURN) insn.c = maker->returns.count;
    vec_push(&maker->insns, insn);
}

void make_symbolic(Maker *maker, Operand address, u64 size, const char *name) {
    Program *program = maker->program;
    const Type *pointer = make_pointer_type(program), *number = make_int_type(program, program->pointer_bytes * 8);
    const Type *params[] = {pointer, number, pointer};
    Function *callee = make_machine_function(program, "__loci_make_symbolic", params, COUNT_OF(params));
    Argument args[] = {make_argument(address, pointer),
                       make_argument(program_int_operand(program, number, size), number),
                       make_argument(make_text(program, name), pointer)};
    make_call(maker, callee, args, COUNT_OF(args), OPERAND_NONE, 0);
}

u32 make_any_value(Maker *maker, const char *name, const Type *type) {
    u64 size = make_size_of(maker->program, type);
    u32 address = make_object(maker, name, type, size, type->align);
    make_symbolic(maker, address, size, name);
    return make_load(maker, address, type);
}
