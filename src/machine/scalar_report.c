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

/* A number in decimal, in two's complement if it is signed. */
static void print_number(Text *out, const u64 *limbs, u32 bits, bool is_signed) {
    u32 n = (bits + 63) / 64;
    mp_limb_t *magnitude = xmalloc(n * sizeof *magnitude);
    memcpy(magnitude, limbs, n * sizeof *magnitude);
    bool negative = is_signed && top_bit(limbs, bits);
    if (negative) mpn_neg(magnitude, magnitude, n);
    if (bits % 64) magnitude[n - 1] &= low_mask(bits % 64);
    while (n && !magnitude[n - 1]) n--;
    if (!n) text_add_char(out, '0'); /* of which GMP makes no digit at all */
    u8 *digits = xmalloc((size_t)n * 20 + 2);
    size_t count = n ? mpn_get_str(digits, 10, magnitude, n) : 0;
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
    case OP_UREM:
    case OP_CHECK: return true;
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

/* "tag: sentence", with the operands put in. */
static void report_check(Machine *m, const Code *ip, u64 *r, const Insn *insn) {
    const Function *function = frame_of(r)->compiled->function;
    const char *text = function->texts[insn->extra], *colon = strchr(text, ':');
    const Operand operands[] = {insn->b, insn->c};
    u32 used = 0;
    Text sentence = {0};
    for (const char *c = colon + 2; *c; c++) {
        bool is_operand = c[0] == '%' && (c[1] == 'u' || c[1] == 'd') && used < COUNT_OF(operands);
        if (!is_operand) {
            text_add_char(&sentence, *c);
            continue;
        }
        const Type *type = operand_type(m->program, function, operands[used]);
        print_number(&sentence, value_of(m, r, operands[used]), type->bits, *++c == 'd');
        used++;
    }
    machine_fault_text(m, ip, r, fault_kind_tagged(text, (size_t)(colon - text)), "%s", sentence.chars);
    text_free(&sentence);
}

bool scalar_report(Machine *m, const Code *ip, u64 *r, const Insn *insn) {
    if (!scalar_failure_is_error(insn)) return false;
    if (insn->op == OP_CHECK) {
        report_check(m, ip, r, insn);
        return true;
    }
    Failure failure = {.m = m, .ip = ip, .r = r, .insn = insn, .bits = insn->type->bits};
    failure.a = value_of(m, r, insn->a);
    failure.b = value_of(m, r, insn->b);
    if (!failure.a || !failure.b) return false;
    print_number(&failure.left, failure.a, failure.bits, true);
    print_number(&failure.right, failure.b, failure.bits, true);
    program_print_type(&failure.type, insn->type);
    report(&failure);
    text_free(&failure.left);
    text_free(&failure.right);
    text_free(&failure.type);
    return true;
}
