/* Inline assembly: compiler barriers, values hidden from the optimiser, and byte swaps have a meaning
 * here; everything else ends the run when it is reached. */
#include "frontend/lower.h"

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

/* The input that is tied to the only output, or NULL: its constraint is "0". */
static LLVMValueRef tied_input(const Assembly *assembly) {
    u32 input = 0;
    size_t length;
    for (u32 i = 0;; i++) {
        const char *text = constraint(assembly, i, &length);
        if (!text || is_clobber(text)) return NULL;
        if (is_output(text)) {
            if (i || text[1] == '*') return NULL; /* one output, and in a register */
            continue;
        }
        if (length == 1 && text[0] == '0') return input < LLVMGetNumArgOperands(assembly->call) ? LLVMGetOperand(assembly->call, input) : NULL;
        input++;
    }
}

static bool has_indirect_output(const Assembly *assembly) {
    size_t length;
    const char *text;
    for (u32 i = 0; (text = constraint(assembly, i, &length)); i++)
        if (is_output(text) && length > 1 && text[1] == '*') return true;
    return false;
}

static bool is_blank(const char *text) { return text[strspn(text, " \t\n;")] == 0; }

static bool is_byte_swap(const Assembly *assembly, u32 bits) {
    const char *text = assembly->template + strspn(assembly->template, " \t\n");
    if (bits == 16) return !strncmp(text, "rorw $$8, ", 10) || !strncmp(text, "rorw $$8,", 9) || !strncmp(text, "xchgb ${0:b}", 12) || !strncmp(text, "rolw $$8,", 9);
    return (bits == 32 || bits == 64) && !strncmp(text, "bswap", 5) && !strchr(text, '\n');
}

/* A value goes in and the same, or its bytes reversed, comes out. */
static bool lower_transformation(Lowering *lower, const Assembly *assembly) {
    LLVMValueRef input = tied_input(assembly);
    const Type *type = type_of(lower->fe, LLVMTypeOf(assembly->call));
    if (!input || !type || LLVMTypeOf(input) != LLVMTypeOf(assembly->call)) return false;
    bool is_swap = type->kind == TYPE_INT && is_byte_swap(assembly, type->bits);
    if (!is_swap && !is_blank(assembly->template)) return false;
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(assembly->call));
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, is_swap ? OP_BSWAP : OP_MOVE, scalars->types[i], result_registers(lower, assembly->call) + i, operand_at(lower, input, i), OPERAND_NONE, OPERAND_NONE);
    return true;
}

static bool lower_known(Lowering *lower, const Assembly *assembly) {
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(assembly->call)) == LLVMVoidTypeKind;
    if (is_void) return is_blank(assembly->template) && !has_indirect_output(assembly);
    return scalars_of(lower->fe, LLVMTypeOf(assembly->call))->is_supported && lower_transformation(lower, assembly);
}

/* The template on one line, as a report can show it. */
static void report(Lowering *lower, const Assembly *assembly) {
    Text text = {0};
    for (const char *c = assembly->template; *c && text.length < 60; c++) text_add_char(&text, *c == '\n' || *c == '\t' ? ' ' : *c);
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
