/* Inline assembly: compiler barriers, values hidden from the optimiser, and byte swaps have a meaning
 * here; everything else ends the run when it is reached. */
#include "frontend/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    LLVMValueRef call;
    char *template;
    char *constraints;
} Assembly;

/* The n-th constraint of "=r,0,~{memory}"; NULL if there are fewer. */
static const char *constraint(const Assembly *assembly, u32 index, size_t *length) {
    const char *text = assembly->constraints;
    for (; index; index--) {
        text = strchr(text, ',');
        if (!text) return NULL;
        text++;
    }
    *length = strcspn(text, ",");
    return *length ? text : NULL;
}

static bool is_output(const char *text) { return text[0] == '='; }
static bool is_clobber(const char *text) { return text[0] == '~'; }
static bool is_direct_output(const char *text) { return is_output(text) && !memchr(text, '*', strcspn(text, ",")); }

/* The argument that must be in the same place as operand number `output`: its constraint is that number.
 * Every constraint takes an argument but outputs in registers, which are results, and clobbers. */
static LLVMValueRef tied_input(const Assembly *assembly, u32 output) {
    u32 argument = 0;
    size_t length;
    const char *text;
    for (u32 i = 0; (text = constraint(assembly, i, &length)) && !is_clobber(text); i++) {
        if (is_direct_output(text)) continue;
        char *end;
        bool is_tied = text[0] >= '0' && text[0] <= '9' && strtoul(text, &end, 10) == output && end == text + length;
        if (is_tied && argument < LLVMGetNumArgOperands(assembly->call))
            return LLVMGetOperand(assembly->call, argument);
        argument++;
    }
    return NULL;
}

static bool is_blank(const char *text) { return text[strspn(text, " \t\n;")] == 0; }

static bool is_byte_swap(const Assembly *assembly, const Type *type) {
    static const char *const swaps_of_16[] = {"rorw $$8,", "rolw $$8,", "xchgb ${0:b}"};
    const char *text = assembly->template + strspn(assembly->template, " \t\n");
    if (!type || type->kind != TYPE_INT || strpbrk(text, "\n;")) return false;
    for (u32 i = 0; i < COUNT_OF(swaps_of_16); i++)
        if (type->bits == 16 && !strncmp(text, swaps_of_16[i], strlen(swaps_of_16[i]))) return true;
    return (type->bits == 32 || type->bits == 64) && !strncmp(text, "bswap", 5);
}

/* Each result is what went in in the same place, with `op` applied; anything if nothing did. */
static bool pass_through(Lowering *lower, const Assembly *assembly, Op op) {
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(assembly->call));
    u32 dst = result_registers(lower, assembly->call), result = 0;
    size_t length;
    const char *text;
    for (u32 i = 0; (text = constraint(assembly, i, &length)) && is_output(text); i++) {
        if (!is_direct_output(text)) continue;
        LLVMValueRef input = tied_input(assembly, i);
        if (result >= scalars->count || (input && type_of(lower->fe, LLVMTypeOf(input)) != scalars->types[result]))
            return false;
        Operand value = input ? operand_of(lower, input) : undefined_operand(lower, scalars->types[result]);
        emit(lower, op, scalars->types[result], dst + result, value, OPERAND_NONE, OPERAND_NONE);
        result++;
    }
    return result == scalars->count;
}

static bool lower_known(Lowering *lower, const Assembly *assembly) {
    LLVMTypeRef type = LLVMTypeOf(assembly->call);
    if (!scalars_of(lower->fe, type)->is_supported) return false;
    if (is_blank(assembly->template)) return pass_through(lower, assembly, OP_MOVE);
    return is_byte_swap(assembly, type_of(lower->fe, type)) && tied_input(assembly, 0) &&
           pass_through(lower, assembly, OP_BSWAP);
}

/* The template on one line, as a report can show it. */
static void report(Lowering *lower, const Assembly *assembly) {
    Text text = {0};
    for (const char *c = assembly->template; *c && text.length < 60; c++)
        text_add_char(&text, *c == '\n' || *c == '\t' ? ' ' : *c);
    emit_unsupported(lower, "inline assembly '%s'", text.chars ? text.chars : "");
    text_free(&text);
}

void lower_inline_asm(Lowering *lower, LLVMValueRef call) {
    LLVMValueRef code = LLVMGetCalledValue(call);
    size_t template_length, constraint_length;
    const char *template = LLVMGetInlineAsmAsmString(code, &template_length);
    Assembly assembly = {.call = call, .template = arena_strndup(&lower->program->arena, template, template_length)};
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraint_length);
    assembly.constraints = arena_strndup(&lower->program->arena, constraints, constraint_length);
    if (!lower_known(lower, &assembly)) report(lower, &assembly);
}
