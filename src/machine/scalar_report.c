/* Words for arithmetic that went wrong. */
#include "machine/scalar.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

static const u64 *value_of(Machine *m, u64 *r, Operand operand) {
    const Compiled *compiled = frame_of(r)->compiled;
    if (operand_is_constant(operand)) return m->program->constants.at[operand_index(operand)].limbs;
    return r + compiled->register_cells[operand];
}

static bool top_bit(const u64 *limbs, u32 bits) { return limbs[(bits - 1) / 64] >> ((bits - 1) % 64) & 1; }

/* A two's complement number in decimal. */
static void print_signed(Text *out, const u64 *limbs, u32 bits) {
    u32 n = (bits + 63) / 64;
    mp_limb_t *magnitude = xmalloc(n * sizeof *magnitude);
    memcpy(magnitude, limbs, n * sizeof *magnitude);
    bool negative = top_bit(limbs, bits);
    if (negative) mpn_neg(magnitude, magnitude, n);
    if (bits % 64) magnitude[n - 1] &= low_mask(bits % 64);
    while (n > 1 && !magnitude[n - 1]) n--;
    u8 *digits = xmalloc((size_t)n * 20 + 2);
    size_t count = mpn_get_str(digits, 10, magnitude, n);
    if (negative) text_add_char(out, '-');
    size_t first = 0;
    while (first + 1 < count && !digits[first]) first++;
    for (size_t i = first; i < count; i++) text_add_char(out, (char)('0' + digits[i]));
    free(digits);
    free(magnitude);
}

typedef struct {
    Machine *m;
    const Code *ip;
    u64 *r;
    const Insn *insn;
    const u64 *a, *b;
    u32 bits;
    Text left, right, type;
} Failure;

bool scalar_failure_is_error(const Insn *insn) {
    if (insn->type->kind != TYPE_INT) return false;
    switch ((Op)insn->op) {
    case OP_SDIV:
    case OP_UDIV:
    case OP_SREM:
    case OP_UREM: return true;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR: return insn->flags & INSN_CHECKED;
    default: return false;
    }
}

static void report_overflow(Failure *f, const char *operator) {
    bool negation = f->insn->op == OP_SUB && operand_is_constant(f->insn->a) && f->a[0] == 0;
    if (negation)
        machine_fault_text(f->m, f->ip, f->r, FAULT_SIGNED_OVERFLOW, "signed overflow: -(%s) does not fit in '%s'",
                           f->right.chars, f->type.chars);
    else
        machine_fault_text(f->m, f->ip, f->r, FAULT_SIGNED_OVERFLOW, "signed overflow: %s %s %s does not fit in '%s'",
                           f->left.chars, operator, f->right.chars, f->type.chars);
}

static void report_division(Failure *f) {
    bool quotient = f->insn->op == OP_SDIV || f->insn->op == OP_UDIV, zero = true;
    for (u32 i = 0; i < (f->bits + 63) / 64; i++) zero = zero && !f->b[i];
    if (!zero) report_overflow(f, quotient ? "/" : "%");
    else
        machine_fault_text(f->m, f->ip, f->r, FAULT_DIVISION_BY_ZERO, "%s by zero",
                           quotient ? "division" : "remainder");
}

static void report_shift(Failure *f) {
    bool too_far = f->b[0] >= f->bits;
    for (u32 i = 1; i < (f->bits + 63) / 64; i++) too_far = too_far || f->b[i];
    if (too_far)
        machine_fault_text(f->m, f->ip, f->r, FAULT_BAD_SHIFT, "shift of '%s' by %s", f->type.chars, f->right.chars);
    else if (top_bit(f->a, f->bits))
        machine_fault_text(f->m, f->ip, f->r, FAULT_BAD_SHIFT, "left shift of negative value %s", f->left.chars);
    else
        machine_fault_text(f->m, f->ip, f->r, FAULT_BAD_SHIFT, "left shift of %s by %s does not fit in '%s'",
                           f->left.chars, f->right.chars, f->type.chars);
}

static void report(Failure *f) {
    switch ((Op)f->insn->op) {
    case OP_ADD: report_overflow(f, "+"); return;
    case OP_SUB: report_overflow(f, "-"); return;
    case OP_MUL: report_overflow(f, "*"); return;
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR: report_shift(f); return;
    default: report_division(f);
    }
}

bool scalar_report(Machine *m, const Code *ip, u64 *r, const Insn *insn) {
    if (!scalar_failure_is_error(insn)) return false;
    Failure failure = {.m = m, .ip = ip, .r = r, .insn = insn, .bits = insn->type->bits};
    failure.a = value_of(m, r, insn->a);
    failure.b = value_of(m, r, insn->b);
    if (!failure.a || !failure.b) return false;
    print_signed(&failure.left, failure.a, failure.bits);
    print_signed(&failure.right, failure.b, failure.bits);
    program_print_type(&failure.type, insn->type);
    report(&failure);
    text_free(&failure.left);
    text_free(&failure.right);
    text_free(&failure.type);
    return true;
}
