/* Operations of the program on terms, for the values engine. Where a result is not needed as a term it may be anything:
 * that is always right here. */
#include "engine/values_inside.h"

enum { TALLEST = 6 }; /* larger terms say nothing that a way through a protocol would ask for */

static bool is_number(const Type *type) {
    return type && ((type->kind == TYPE_INT && type->bits <= 64) || type->kind == TYPE_POINTER);
}

static u32 bits_of(const Program *program, const Type *type) {
    return type->kind == TYPE_POINTER ? program->pointer_bytes * 8 : type->bits;
}

static Term *resized(TermStore *store, Term *a, u32 bits) {
    return a->width > bits ? term_extract(store, a, 0, bits) : term_zext(store, a, bits);
}

/* C leaves open what comes of a shift too far. */
static bool is_good_shift(const Term *a, const Term *amount) {
    return term_is_const(amount) && amount->value < a->width;
}

static Term *arithmetic(TermStore *store, Op op, Term *a, Term *b) {
    switch (op) {
    case OP_ADD: return term_add(store, a, b);
    case OP_SUB: return term_sub(store, a, b);
    case OP_MUL: return term_mul(store, a, b);
    case OP_AND: return term_and(store, a, b);
    case OP_OR: return term_or(store, a, b);
    case OP_XOR: return term_xor(store, a, b);
    case OP_SHL: return is_good_shift(a, b) ? term_shl(store, a, b) : NULL;
    case OP_LSHR: return is_good_shift(a, b) ? term_lshr(store, a, b) : NULL;
    case OP_ASHR: return is_good_shift(a, b) ? term_ashr(store, a, b) : NULL;
    case OP_EQ: return term_eq(store, a, b);
    case OP_NE: return term_ne(store, a, b);
    case OP_ULT: return term_ult(store, a, b);
    case OP_ULE: return term_ule(store, a, b);
    case OP_SLT: return term_slt(store, a, b);
    case OP_SLE: return term_sle(store, a, b);
    default: return NULL;
    }
}

static Term *division(TermStore *store, Op op, Term *a, Term *b) {
    if (!term_is_const(b) || !b->value) return NULL;
    switch (op) {
    case OP_UDIV: return term_udiv(store, a, b);
    case OP_UREM: return term_urem(store, a, b);
    case OP_SDIV: return term_sdiv(store, a, b);
    default: return term_srem(store, a, b);
    }
}

static Term *step(TermStore *store, const Program *program, const Insn *insn, Term *base, Term *number) {
    u32 bits = program->pointer_bytes * 8;
    if (!term_is_const(number)) return NULL;
    u64 delta = insn->op == OP_FIELD ? insn->type->fields[number->value].offset
                                     : (u64)term_signed_value(number) * insn->type->size;
    return term_add(store, base, term_const(store, bits, delta & low_mask(bits)));
}

static Term *conversion(TermStore *store, const Program *program, const Insn *insn, Term *a) {
    if (!is_number(insn->type)) return NULL;
    u32 bits = bits_of(program, insn->type);
    switch ((Op)insn->op) {
    case OP_TRUNC: return term_extract(store, a, 0, bits);
    case OP_ZEXT: return term_zext(store, a, bits);
    case OP_SEXT: return term_sext(store, a, bits);
    default: return resized(store, a, bits); /* pointers and numbers */
    }
}

static Term *choice(TermStore *store, Term *const *args) {
    if (!args[0]) return args[1] == args[2] ? args[1] : NULL;
    if (term_is_const(args[0])) return args[args[0]->value ? 1 : 2];
    return args[1] && args[2] ? term_ite(store, args[0], args[1], args[2]) : NULL;
}

static Term *apply(TermStore *store, const Program *program, const Insn *insn, Term *const *args) {
    switch ((Op)insn->op) {
    case OP_MOVE:
    case OP_FREEZE:
    case OP_CHECK: return args[0];
    case OP_SELECT: return choice(store, args);
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_PTRTOINT:
    case OP_INTTOPTR: return args[0] ? conversion(store, program, insn, args[0]) : NULL;
    case OP_FIELD:
    case OP_INDEX: return args[0] && args[1] ? step(store, program, insn, args[0], args[1]) : NULL;
    case OP_UDIV:
    case OP_UREM:
    case OP_SDIV:
    case OP_SREM: return args[0] && args[1] ? division(store, insn->op, args[0], args[1]) : NULL;
    default: return args[0] && args[1] ? arithmetic(store, insn->op, args[0], args[1]) : NULL;
    }
}

Term *values_apply(TermStore *store, const Program *program, const Insn *insn, Term *const *args) {
    Term *result = apply(store, program, insn, args);
    return result && result->height <= TALLEST ? result : NULL;
}
