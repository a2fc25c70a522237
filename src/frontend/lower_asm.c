/* Inline assembly: compiler barriers, values hidden from the optimiser, byte swaps, and straight code (lower_asm_code.c) have
 * a meaning here; everything else ends the run when it is reached. */
#include "frontend/lower_asm.h"

#include <stdlib.h>
#include <string.h>

const char *asm_constraint(const Assembly *assembly, u32 index, size_t *length) {
    const char *text = assembly->constraints;
    for (; index; index--) {
        text = strchr(text, ',');
        if (!text) return NULL;
        text++;
    }
    *length = strcspn(text, ",");
    return *length ? text : NULL;
}

static bool is_direct_output(const char *text) {
    return asm_is_output(text) && !asm_is_indirect(text, strcspn(text, ","));
}

/* Is the input in the same place as operand number `output`? Its constraint is that number, or both name one register. */
static bool is_tied(const Assembly *assembly, const char *input, size_t length, u32 output) {
    size_t output_length;
    const char *of_output = asm_constraint(assembly, output, &output_length);
    if (input[0] >= '0' && input[0] <= '9') {
        char *end;
        return strtoul(input, &end, 10) == output && (end == input + length || *end == '|');
    }
    const char *named = of_output ? memchr(of_output, '{', output_length) : NULL;
    return input[0] == '{' && named && named + length == of_output + output_length && !strncmp(named, input, length);
}

/* The argument that must be in the same place as operand number `output`; NULL if there is none.
 * Every constraint takes an argument but outputs in registers, which are results, and clobbers. */
static LLVMValueRef tied_input(const Assembly *assembly, u32 output) {
    u32 argument = 0;
    size_t length;
    const char *text;
    for (u32 i = 0; (text = asm_constraint(assembly, i, &length)) && !asm_is_clobber(text); i++) {
        if (is_direct_output(text)) continue;
        if (!asm_is_output(text) && is_tied(assembly, text, length, output) &&
            argument < LLVMGetNumArgOperands(assembly->call))
            return LLVMGetOperand(assembly->call, argument);
        argument++;
    }
    return NULL;
}

static bool is_idle_statement(const char *text, size_t length) {
    static const char *const idle[] = {"nop",
                                       "pause",
                                       "rep nop",
                                       "mfence",
                                       "lfence",
                                       "sfence",
                                       "rep",
                                       "lock",
                                       "addl $$0,0(%rsp)",
                                       "addl $$0,0(%esp)",
                                       "endbr64",
                                       "orl $$0,0(%rsp)",
                                       "orl $$0,0(%esp)"};
    if (!length) return true;
    if (length >= 4 && !strncmp(text, "/*", 2) && !strncmp(text + length - 2, "*/", 2)) return true;
    for (u32 i = 0; i < COUNT_OF(idle); i++)
        if (strlen(idle[i]) == length && !strncmp(text, idle[i], length)) return true;
    return false;
}

/* Does the code do nothing that the machine would notice? Comments and barriers. */
static bool is_idle(const char *text) {
    while (*text) {
        text += strspn(text, " \t\n;");
        if (*text == '#') {
            text += strcspn(text, "\n");
            continue;
        }
        size_t length = strcspn(text, "\n;"), end = length;
        while (end && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
        if (!is_idle_statement(text, end)) return false;
        text += length;
    }
    return true;
}

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
    for (u32 i = 0; (text = asm_constraint(assembly, i, &length)) && asm_is_output(text); i++) {
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

/* Outputs in memory get what went in in the same place; without that they stay as they are. */
static void store_through(Lowering *lower, const Assembly *assembly) {
    u32 argument = 0;
    size_t length;
    const char *text;
    for (u32 i = 0; (text = asm_constraint(assembly, i, &length)) && asm_is_output(text); i++) {
        if (is_direct_output(text)) continue;
        LLVMValueRef input = tied_input(assembly, i);
        if (input) {
            Operand address = operand_of(lower, LLVMGetOperand(assembly->call, argument)),
                    value = operand_of(lower, input);
            emit(lower, OP_STORE, type_of(lower->fe, LLVMTypeOf(input)), OPERAND_NONE, address, value, OPERAND_NONE)
                ->extra = 1;
        }
        argument++;
    }
}

static bool has_supported_inputs(Lowering *lower, const Assembly *assembly) {
    for (u32 i = 0; i < LLVMGetNumArgOperands(assembly->call); i++) {
        const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(LLVMGetOperand(assembly->call, i)));
        if (!scalars->is_supported || scalars->count != 1) return false;
    }
    return true;
}

static bool lower_known(Lowering *lower, const Assembly *assembly) {
    LLVMTypeRef type = LLVMTypeOf(assembly->call);
    if (!scalars_of(lower->fe, type)->is_supported) return false;
    if (is_idle(assembly->template) && has_supported_inputs(lower, assembly)) {
        store_through(lower, assembly);
        return pass_through(lower, assembly, OP_MOVE);
    }
    return is_byte_swap(assembly, type_of(lower->fe, type)) && tied_input(assembly, 0) &&
           pass_through(lower, assembly, OP_BSWAP);
}

static void add_line(Text *out, const char *code) {
    for (const char *c = code; *c && out->length < 60; c++) text_add_char(out, *c == '\n' || *c == '\t' ? ' ' : *c);
}

/* The template on one line, as a report can show it, and what of it is not known. */
static void report(Lowering *lower, const Assembly *assembly, const Text *unknown, bool goes_on) {
    Text text = {0}, part = {0};
    add_line(&text, assembly->template);
    if (unknown->length) add_line(&part, unknown->chars);
    bool is_part = part.length && strcmp(part.chars, text.chars) != 0;
    const char *all = text.chars ? text.chars : "";
    Insn *insn = is_part ? emit_unsupported(lower, "'%s' in the inline assembly '%s'", part.chars, all)
                         : emit_unsupported(lower, "inline assembly '%s'", all);
    text_free(&part);
    if (goes_on) insn->flags |= INSN_GOES_ON;
    text_free(&text);
}

/* For engines that pass over it: what it is given, and results that may be anything. */
static void let_go_on(Lowering *lower, const Assembly *assembly) {
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(assembly->call));
    for (u32 i = 0; i < LLVMGetNumArgOperands(assembly->call); i++) {
        Operand given = operand_of(lower, LLVMGetOperand(assembly->call, i));
        Insn *insn = emit(lower, OP_UNSUPPORTED, NULL, OPERAND_NONE, given, OPERAND_NONE, OPERAND_NONE);
        insn->extra = lower->texts.count - 1;
        insn->flags |= INSN_GOES_ON;
    }
    u32 dst = scalars->count ? result_registers(lower, assembly->call) : 0;
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, OP_MOVE, scalars->types[i], dst + i, undefined_operand(lower, scalars->types[i]), OPERAND_NONE,
             OPERAND_NONE);
}

static Assembly assembly_of(Lowering *lower, LLVMValueRef call) {
    LLVMValueRef code = LLVMGetCalledValue(call);
    size_t template_length, constraint_length;
    const char *template = LLVMGetInlineAsmAsmString(code, &template_length);
    Assembly assembly = {.call = call, .template = arena_strndup(&lower->program->arena, template, template_length)};
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraint_length);
    assembly.constraints = arena_strndup(&lower->program->arena, constraints, constraint_length);
    return assembly;
}

bool asm_goto_falls_through(Lowering *lower, LLVMValueRef terminator) {
    Assembly assembly = assembly_of(lower, terminator);
    return is_idle(assembly.template) && LLVMGetTypeKind(LLVMTypeOf(terminator)) == LLVMVoidTypeKind;
}

void lower_inline_asm(Lowering *lower, LLVMValueRef call) {
    Assembly assembly = assembly_of(lower, call);
    Text unknown = {0};
    if (lower_known(lower, &assembly)) return;
    bool goes_on = scalars_of(lower->fe, LLVMTypeOf(call))->is_supported && has_supported_inputs(lower, &assembly);
    if (goes_on && lower_asm_code(lower, &assembly, &unknown)) return;
    report(lower, &assembly, &unknown, goes_on);
    if (goes_on) let_go_on(lower, &assembly);
    text_free(&unknown);
}
