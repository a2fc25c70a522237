/* Which functions are recursive, and whether they change nothing but what is followed; each is taken apart into stub and
 * body. */
#include "verify/recursion.h"

#include <string.h>

static Function *callee_of(const Program *program, const Insn *insn) {
    if (insn->op != OP_CALL || !operand_is_constant(insn->a)) return NULL;
    const Constant *constant = &program->constants.at[operand_index(insn->a)];
    return constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
}

static bool is_users(const Function *function) { return function->is_lowered && !function->is_library; }

typedef VEC(Function *) FunctionList;

static bool has_function(const FunctionList *list, const Function *function) {
    for (u32 i = 0; i < list->count; i++)
        if (list->at[i] == function) return true;
    return false;
}

/* The functions of the user that it calls, directly or not. */
static void find_called(const Program *program, const Function *from, FunctionList *out) {
    for (u32 next = 0;; next++) {
        for (u32 i = 0; i < from->insn_count; i++) {
            Function *callee = callee_of(program, &from->insns[i]);
            if (callee && is_users(callee) && !has_function(out, callee)) vec_push(out, callee);
        }
        if (next == out->count) return;
        from = out->at[next];
    }
}

/* What the library's functions do that harnesses consist of: they give any value, assume, or end the run. */
static bool is_harmless_library(const Function *callee) {
    static const char *const names[] = {"abort", "exit", "__assert_fail", "reach_error"};
    if (callee->is_unknown || !strncmp(callee->name, "__VERIFIER_", 11)) return true;
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(callee->name, names[i])) return true;
    return false;
}

static Global *accessed_global(const Recursion *c, const Insn *insn) {
    const Constant *constant = operand_is_constant(insn->a) ? &c->program->constants.at[operand_index(insn->a)] : NULL;
    return constant && constant->kind == CONSTANT_GLOBAL ? constant->global : NULL;
}

static bool note_access(Recursion *c, const Insn *insn) {
    enum { MOST_BYTES = 4096 };
    Global *global = accessed_global(c, insn);
    bool is_written = insn->op == OP_STORE;
    if (!global || insn->type->kind != TYPE_INT || global->size > MOST_BYTES || insn->flags & INSN_VOLATILE)
        return false;
    for (u32 i = 0; i < c->globals.count; i++) {
        if (c->globals.at[i].global != global) continue;
        c->globals.at[i].is_written |= is_written;
        return true;
    }
    if (is_written || !global->is_constant) vec_push(&c->globals, (AccessedGlobal){global, is_written});
    return true;
}

static bool is_followed(Recursion *c, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_LOAD:
    case OP_STORE: return note_access(c, insn);
    case OP_CALL: {
        const Function *callee = callee_of(c->program, insn);
        return callee && (is_users(callee) || is_harmless_library(callee));
    }
    case OP_FIELD:
    case OP_INDEX:
    case OP_PTRSUB:
    case OP_PTRTOINT:
    case OP_INTTOPTR:
    case OP_LOAD_RELATIVE:
    case OP_COPY:
    case OP_FILL:
    case OP_ALLOCA:
    case OP_STACK_SAVE:
    case OP_STACK_RESTORE:
    case OP_VA_START:
    case OP_VA_COPY:
    case OP_VA_END:
    case OP_JUMP_INDIRECT:
    case OP_UNSUPPORTED: return false;
    default: return true;
    }
}

static void add_place(const Recursion *c, LocationId id, Text *out) {
    const Location *place = &c->program->locations.at[id];
    if (place->line) text_printf(out, ", %s:%u", c->program->files.at[place->file], place->line);
}

/* Does it change nothing but its own variables and globals by name? */
static bool is_understood(Recursion *c, const Function *function) {
    for (u32 i = 0; i < function->variable_count; i++)
        if (function->variables[i].kind != VARIABLE_SLOT) {
            text_printf(&c->why_not, "the recursion at '%s' is about memory", function->name);
            add_place(c, function->variables[i].location, &c->why_not);
            return false;
        }
    for (u32 i = 0; i < function->insn_count; i++)
        if (!is_followed(c, &function->insns[i])) {
            text_printf(&c->why_not, "the recursion at '%s' is about memory, or calls what is not known",
                        function->name);
            add_place(c, function->insns[i].location, &c->why_not);
            return false;
        }
    return true;
}

/* ---- Taking a function apart ---- */

static bool is_number(const Type *type) { return type->kind == TYPE_INT && type->bits <= 64; }

/* Its parameters are scalars one each; what is no number, and is not followed, leads nowhere. */
static bool has_plain_signature(const Function *function) {
    const Type *type = function->type;
    if (type->is_variadic || function->param_count != type->field_count || type->field_count > MOST_PARAMETERS)
        return false;
    for (u32 i = 0; i < type->field_count; i++) {
        TypeKind kind = type->fields[i].type->kind;
        if (kind != TYPE_INT && kind != TYPE_FLOAT) return false;
    }
    return type->element->kind == TYPE_VOID || type->element->kind == TYPE_INT || type->element->kind == TYPE_FLOAT;
}

/* The body gets a number of its own, and calls go on leading to the function. */
static void take_apart(Recursion *c, Function *function) {
    const Type *type = function->type;
    Function *body = make_function(c->program, arena_printf(&c->program->arena, "%s (body)", function->name),
                                   type->element, NULL, 0);
    u32 number = body->number;
    const char *name = body->name;
    *body = *function;
    body->number = number;
    body->name = name;
    Recursive recursive = {.function = function, .body = body, .is_signed = true};
    if (is_number(type->element)) recursive.width = type->element->bits;
    if (function->c_type && function->c_type->element) recursive.is_signed = function->c_type->element->is_signed;
    for (u32 i = 0; i < type->field_count; i++)
        if (is_number(type->fields[i].type) && type->fields[i].type->bits == recursive.width)
            recursive.usable[recursive.usable_count++] = i;
    claims_guess(&recursive, c->program);
    vec_push(&c->functions, recursive);
}

bool recursion_find(Recursion *c, const Function *start) {
    FunctionList called = {0}, recursive = {0};
    find_called(c->program, start, &called);
    for (u32 i = 0; i < called.count && !c->why_not.length; i++) {
        FunctionList within = {0};
        find_called(c->program, called.at[i], &within);
        if (has_function(&within, called.at[i])) {
            vec_push(&recursive, called.at[i]);
            if (!has_plain_signature(called.at[i]))
                text_printf(&c->why_not, "the recursive function '%s' is given more than numbers", called.at[i]->name);
            for (u32 k = 0; k < within.count && !c->why_not.length; k++) is_understood(c, within.at[k]);
            if (has_function(&within, start)) text_add(&c->why_not, "main calls itself");
        }
        vec_free(&within);
    }
    if (!recursive.count) text_add(&c->why_not, "there is no recursion");
    for (u32 i = 0; i < recursive.count && !c->why_not.length; i++) take_apart(c, recursive.at[i]);
    vec_free(&called);
    vec_free(&recursive);
    return !c->why_not.length;
}
