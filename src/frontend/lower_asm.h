/* Inline assembly, as LLVM has it: a template in AT&T syntax in which $0 and ${0:b} are operands, and a constraint for each
 * operand, outputs first. Every constraint takes an argument of the call but outputs in registers, which are its results. */
#ifndef FRONTEND_LOWER_ASM_H
#define FRONTEND_LOWER_ASM_H

#include "frontend/lower.h"

typedef struct {
    LLVMValueRef call;
    char *template;
    char *constraints;
} Assembly;

/* The n-th constraint of "=r,0,~{memory}"; NULL if there are fewer. */
const char *asm_constraint(const Assembly *assembly, u32 index, size_t *length);

static inline bool asm_is_output(const char *text) { return text[0] == '='; }
static inline bool asm_is_clobber(const char *text) { return text[0] == '~'; }
static inline bool asm_is_indirect(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '*') return true;
    return false;
}

/* lower_asm_code.c: does what the code does, if all of it is known. False, and nothing is emitted, if it is not; `unknown`
 * is then the statement that is not. */
bool lower_asm_code(Lowering *lower, const Assembly *assembly, Text *unknown);

#endif
