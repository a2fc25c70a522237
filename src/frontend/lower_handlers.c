/* Sanitizer checks that no operation of the machine makes itself: their condition becomes a CHECK with the sentence
 * that a report shows. The sentences are in one table, by the handler that clang calls when the check fails; a handler
 * is called with its static data { place, type descriptors and numbers... } and the values concerned. */
#include "frontend/lower.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 2 }; /* values in a sentence */

/* %tN: the C type in field N of the data; %nN: the number there; %vMN: argument M of the handler, of the type in field
 * N. A handler's name may go on: "_v1", "_abort". */
static const struct {
    const char *name;
    const char *text; /* "tag: sentence" */
} sentences[] = {
    {"add_overflow", "overflow: %v11 + %v21 does not fit in %t1"},
    {"sub_overflow", "overflow: %v11 - %v21 does not fit in %t1"},
    {"mul_overflow", "overflow: %v11 * %v21 does not fit in %t1"},
    {"negate_overflow", "overflow: -(%v11) does not fit in %t1"},
    {"divrem_overflow", "division-by-zero: division of %t1 by zero"},
    {"shift_out_of_bounds", "bad-shift: shift of %v11, of type %t1, by %v22"},
    {"out_of_bounds", "out-of-bounds: index %v12 is out of the bounds of %t1"},
    {"load_invalid_value", "invalid-value: %v11 is no value of %t1"},
    {"float_cast_overflow", "float-cast: the value of %t1 does not fit in %t2"},
    {"implicit_conversion", "implicit-conversion: %v11 of %t1 becomes %v22 as %t2"},
    {"vla_bound_not_positive", "array-size: the length of an array is %v11"},
    {"nonnull_arg", "null-value: argument %n2 must not be null"},
    {"nullability_arg", "null-value: argument %n2 must not be null"},
    {"nonnull_return", "null-value: the function must not return null"},
    {"nullability_return", "null-value: the function must not return null"},
    {"pointer_overflow", "pointer-overflow: the pointer leaves the address space, or is made from null"},
    {"alignment_assumption", "misaligned: the pointer is not aligned as it is assumed to be"},
    {"missing_return", "unreachable: the end of a function that returns a value is reached"},
    {"function_type_mismatch", "bad-call: the function called is not of type %t1"},
};

static const char *const pointer_uses[] = {"load through", "store through", "binding to", "member access through"};

/* ---- Static data ---- */

/* A field of the data the handler is called with; NULL if it has none. */
static LLVMValueRef data_field(LLVMValueRef call, u32 index) {
    LLVMValueRef data = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    LLVMValueRef body = data && LLVMIsAGlobalVariable(data) ? LLVMGetInitializer(data) : NULL;
    return body && index < (u32)LLVMGetNumOperands(body) ? LLVMGetOperand(body, index) : NULL;
}

static u64 data_number(LLVMValueRef call, u32 index) {
    LLVMValueRef field = data_field(call, index);
    return field && LLVMIsAConstantInt(field) ? LLVMConstIntGetZExtValue(field) : 0;
}

LLVMValueRef handler_descriptor(LLVMValueRef call) { return data_field(call, 1); }

/* A descriptor is { kind, info, "'int'" }. Kind 0 is an integer: bit 0 of info says signed, the rest the logarithm of
 * the width. */
typedef struct {
    bool is_known, is_int, is_signed;
    u32 bits;
    const char *name; /* with its quotes */
    size_t length;
} Described;

static Described describe_type(LLVMValueRef descriptor) {
    LLVMValueRef body = descriptor && LLVMIsAGlobalVariable(descriptor) ? LLVMGetInitializer(descriptor) : NULL;
    if (!body || LLVMGetNumOperands(body) != 3 || !LLVMIsAConstantDataArray(LLVMGetOperand(body, 2)))
        return (Described){.bits = 64, .name = "its type", .length = 8};
    u64 info = LLVMConstIntGetZExtValue(LLVMGetOperand(body, 1));
    Described type = {.is_known = true,
                      .is_int = LLVMConstIntGetZExtValue(LLVMGetOperand(body, 0)) == 0,
                      .is_signed = info & 1,
                      .bits = 1u << MIN(info >> 1 & 0x7fff, (u64)16)};
    type.name = LLVMGetAsString(LLVMGetOperand(body, 2), &type.length);
    while (type.length && !type.name[type.length - 1]) type.length--;
    return type;
}

bool handler_is_unsigned(LLVMValueRef call) {
    Described type = describe_type(handler_descriptor(call));
    return type.is_known && type.is_int && !type.is_signed;
}

bool handler_is_float(LLVMValueRef call) {
    Described type = describe_type(handler_descriptor(call));
    return type.is_known && !type.is_int;
}

bool handler_makes_signed(LLVMValueRef call) {
    Described type = describe_type(data_field(call, 2));
    return type.is_known && type.is_int && type.is_signed;
}

/* ---- Values ---- */

LLVMValueRef handler_operand(LLVMValueRef call, u32 index) {
    if (index >= LLVMGetNumArgOperands(call)) return NULL;
    LLVMValueRef value = LLVMGetOperand(call, index);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block) return value;
    if (LLVMIsAZExtInst(value)) return LLVMGetOperand(value, 0);
    if (!LLVMIsAPtrToIntInst(value)) return NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != call; i = LLVMGetNextInstruction(i))
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == LLVMGetOperand(value, 0)) return LLVMGetOperand(i, 0);
    return NULL;
}

/* Constants are widened to a machine word: they are cut to their own width again. */
static Operand shown_value(Lowering *lower, LLVMValueRef call, u32 argument, Described type) {
    LLVMValueRef value = handler_operand(call, argument);
    if (!value || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind) return OPERAND_NONE;
    if (LLVMIsAConstantInt(value) && type.is_int && type.bits < 64)
        return number_operand(lower, int_type(lower->fe, type.bits),
                              LLVMConstIntGetZExtValue(value) & low_mask(type.bits));
    return LLVMIsAConstant(value) && !LLVMIsAConstantInt(value) ? OPERAND_NONE : operand_of(lower, value);
}

/* ---- Sentences ---- */

typedef struct {
    Lowering *lower;
    LLVMValueRef call;
    Text text;
    Operand shown[MOST_SHOWN];
    u32 shown_count;
} Sentence;

static void add_value(Sentence *sentence, u32 argument, u32 field) {
    Described type = describe_type(data_field(sentence->call, field));
    Operand value = shown_value(sentence->lower, sentence->call, argument, type);
    if (value == OPERAND_NONE || sentence->shown_count == MOST_SHOWN) {
        text_add(&sentence->text, "a value");
        return;
    }
    text_add(&sentence->text, type.is_signed ? "%d" : "%u");
    sentence->shown[sentence->shown_count++] = value;
}

static void fill_in(Sentence *sentence, const char *text) {
    for (; *text; text++) {
        if (*text != '%') {
            text_add_char(&sentence->text, *text);
            continue;
        }
        char kind = *++text;
        u32 number = (u32)(*++text - '0');
        if (kind == 'v') {
            add_value(sentence, number, (u32)(*++text - '0'));
        } else if (kind == 'n') {
            text_printf(&sentence->text, "%llu", (unsigned long long)data_number(sentence->call, number));
        } else {
            Described type = describe_type(data_field(sentence->call, number));
            text_add_n(&sentence->text, type.name, type.length);
        }
    }
}

static void write_sentence(Sentence *sentence, const char *name) {
    const char *text = NULL;
    for (u32 i = 0; i < COUNT_OF(sentences) && !text; i++)
        if (!strncmp(name, sentences[i].name, strlen(sentences[i].name))) text = sentences[i].text;
    bool has_data = data_field(sentence->call, 0) != NULL;
    if (!strncmp(name, "invalid_builtin", 15) && has_data) {
        text_printf(&sentence->text, "invalid-value: __builtin_%s of zero",
                    data_number(sentence->call, 1) ? "clz" : "ctz");
    } else if (!text || !has_data) { /* the minimal runtime gives no data */
        text_printf(&sentence->text, "sanitizer-check: the sanitizer's check '%s' fails", name);
    } else {
        if (!strncmp(text, "overflow:", 9))
            text_printf(&sentence->text, "%s: %s ",
                        handler_is_unsigned(sentence->call) ? "unsigned-overflow" : "signed-overflow",
                        handler_is_unsigned(sentence->call) ? "unsigned" : "signed");
        fill_in(sentence, text);
    }
}

static void emit_check(Sentence *sentence, Operand condition) {
    Lowering *lower = sentence->lower;
    const Type *bit = int_type(lower->fe, 1);
    char *text = arena_strdup(&lower->program->arena, sentence->text.chars);
    vec_push(&lower->texts, text);
    u32 dst = new_register(lower, bit);
    emit(lower, OP_CHECK, bit, dst, condition, sentence->shown_count > 0 ? sentence->shown[0] : OPERAND_NONE,
         sentence->shown_count > 1 ? sentence->shown[1] : OPERAND_NONE)
        ->extra = lower->texts.count - 1;
    text_free(&sentence->text);
}

/* ---- Pointers: one handler for null, space and alignment, whose conditions are joined by "and" ---- */

static void write_pointer_sentence(Sentence *sentence, LLVMValueRef condition) {
    u64 use = data_number(sentence->call, 3);
    const char *what = use < COUNT_OF(pointer_uses) ? pointer_uses[use] : pointer_uses[0];
    Described type = describe_type(handler_descriptor(sentence->call));
    LLVMIntPredicate predicate = LLVMIsAICmpInst(condition) ? LLVMGetICmpPredicate(condition) : LLVMIntSLT;
    if (use >= COUNT_OF(pointer_uses) && predicate == LLVMIntNE) { /* it becomes the value of a _Nonnull variable */
        text_printf(&sentence->text, "null-value: null becomes the value of a %.*s", (int)type.length, type.name);
        return;
    }
    const char *format = predicate == LLVMIntNE    ? "null-dereference: %s a null pointer to %.*s"
                         : predicate == LLVMIntUGE ? "out-of-bounds: %s a pointer with too little space for %.*s"
                         : predicate == LLVMIntEQ  ? "misaligned: %s a pointer that is not aligned for %.*s"
                                                   : "sanitizer-check: %s a pointer unfit for %.*s";
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    text_printf(&sentence->text, format, what, (int)type.length, type.name);
#pragma clang diagnostic pop
}

static void emit_pointer_checks(Lowering *lower, LLVMValueRef call, LLVMValueRef condition) {
    LLVMValueRef parts[4];
    u32 count = 0;
    while (LLVMIsABinaryOperator(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd &&
           count + 1 < COUNT_OF(parts)) {
        parts[count++] = LLVMGetOperand(condition, 1);
        condition = LLVMGetOperand(condition, 0);
    }
    parts[count++] = condition;
    while (count--) {
        Sentence sentence = {.lower = lower, .call = call};
        write_pointer_sentence(&sentence, parts[count]);
        emit_check(&sentence, operand_of(lower, parts[count]));
    }
}

/* ---- Indexes ---- */

/* `sext(i) < N` of unsigned numbers says the same of i itself, if N is a positive number of its width. */
static Operand bounds_condition(Lowering *lower, LLVMValueRef condition) {
    LLVMIntPredicate predicate = LLVMIsAICmpInst(condition) ? LLVMGetICmpPredicate(condition) : LLVMIntEQ;
    if (predicate != LLVMIntULT && predicate != LLVMIntULE) return operand_of(lower, condition);
    LLVMValueRef wide = LLVMGetOperand(condition, 0), bound = LLVMGetOperand(condition, 1);
    if (!LLVMIsASExtInst(wide) || !LLVMIsAConstantInt(bound)) return operand_of(lower, condition);
    LLVMValueRef index = LLVMGetOperand(wide, 0);
    const Type *type = type_of(lower->fe, LLVMTypeOf(index));
    u64 count = LLVMConstIntGetZExtValue(bound);
    if (count > low_mask(type->bits - 1)) return operand_of(lower, condition);
    return emit_compare(lower, predicate == LLVMIntULT ? OP_ULT : OP_ULE, type, operand_of(lower, index),
                        number_operand(lower, type, count));
}

/* ---- All of them ---- */

void emit_sanitizer_check(Lowering *lower, LLVMValueRef call, const char *name, LLVMValueRef condition) {
    if (!strncmp(name, "type_mismatch", 13) && data_field(call, 0)) {
        emit_pointer_checks(lower, call, condition);
        return;
    }
    Sentence sentence = {.lower = lower, .call = call};
    write_sentence(&sentence, name);
    bool is_index = !strncmp(name, "out_of_bounds", 13);
    emit_check(&sentence, is_index ? bounds_condition(lower, condition) : operand_of(lower, condition));
}

/* The names of the handlers by the numbers that llvm.ubsantrap has instead of calling them. */
static const char *const trap_names[] = {
    "add_overflow",
    "builtin_unreachable",
    "cfi_check_fail",
    "divrem_overflow",
    "vptr",
    "float_cast_overflow",
    "function_type",
    "implicit_conversion",
    "invalid_builtin",
    "invalid_objc_cast",
    "load_invalid_value",
    "missing_return",
    "mul_overflow",
    "negate_overflow",
    "nullability_arg",
    "nullability_return",
    "nonnull_arg",
    "nonnull_return",
    "out_of_bounds",
    "pointer_overflow",
    "shift_out_of_bounds",
    "sub_overflow",
    "type_mismatch",
    "alignment_assumption",
    "vla_bound_not_positive",
};

void emit_sanitizer_trap(Lowering *lower, u64 number) {
    Sentence sentence = {.lower = lower};
    text_printf(&sentence.text, "sanitizer-check: the sanitizer's check '%s' fails",
                number < COUNT_OF(trap_names) ? trap_names[number] : "trap");
    emit_check(&sentence, number_operand(lower, int_type(lower->fe, 1), 0));
}
