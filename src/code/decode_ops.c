/* Decoding of arithmetic, comparisons and conversions. */
#include "code/decode.h"

/* The code of an operation on 8 to 64 bits: families list the widths in order, plain and immediate. */
static CodeOp sized(CodeOp of_8_bits, u32 bits, bool immediate) {
    return (CodeOp)(of_8_bits + 2 * (u32)__builtin_ctz(bits / 8) + immediate);
}
static bool is_native(u32 bits) { return bits == 8 || bits == 16 || bits == 32 || bits == 64; }

static void emit_binary(Decoder *dec, const Insn *insn, CodeOp of_8_bits, u32 bits, bool commutes) {
    Operand a = insn->a, b = insn->b;
    u64 value;
    if (commutes && operand_is_constant(a) && !operand_is_constant(b)) {
        a = insn->b;
        b = insn->a;
    }
    u32 left = decode_cell(dec, a);
    if (decode_is_small_constant(dec, b, &value)) {
        decode_emit(dec, sized(of_8_bits, bits, true), decode_result(dec, insn), left, 0, (i64)value);
    } else {
        u32 right = decode_cell(dec, b);
        decode_emit(dec, sized(of_8_bits, bits, false), decode_result(dec, insn), left, right, 0);
    }
    decode_wrote(dec, insn->dst);
}

static bool decode_arithmetic(Decoder *dec, const Insn *insn, CodeOp plain, CodeOp checked) {
    u32 bits = insn->type->bits;
    if (!is_native(bits) || (insn->flags & INSN_NUW && dec->function->is_foreign)) return false;
    bool checks = insn->flags & INSN_CHECKED || (insn->flags & INSN_NSW && dec->function->is_foreign);
    emit_binary(dec, insn, checks ? checked : plain, bits, insn->op != OP_SUB);
    return true;
}

static bool decode_bitwise(Decoder *dec, const Insn *insn, CodeOp op) {
    u32 bits = insn->type->bits == 1 ? 8 : insn->type->bits;
    if (!is_native(bits)) return false;
    emit_binary(dec, insn, op, bits, true);
    return true;
}

static bool decode_division(Decoder *dec, const Insn *insn, CodeOp of_32_bits) {
    u32 bits = insn->type->bits;
    if ((bits != 32 && bits != 64) || (insn->flags & INSN_EXACT && dec->function->is_foreign)) return false;
    u32 a = decode_cell(dec, insn->a), b = decode_cell(dec, insn->b);
    decode_emit(dec, (CodeOp)(of_32_bits + (bits == 64)), decode_result(dec, insn), a, b, 0);
    decode_wrote(dec, insn->dst);
    return true;
}

static bool decode_shift(Decoder *dec, const Insn *insn, CodeOp op) {
    u32 bits = insn->type->bits;
    if (!is_native(bits) || (insn->flags & (INSN_NSW | INSN_NUW | INSN_EXACT) && dec->function->is_foreign))
        return false;
    if (insn->op == OP_SHL && insn->flags & INSN_SIGNED_BASE) op = CODE_SHLC8;
    emit_binary(dec, insn, op, bits, false);
    return true;
}

/* ---- Comparisons ---- */

static const struct {
    CodeOp of_32_bits, inverse;
    bool is_signed;
} comparisons[OP_COUNT] = {
    [OP_EQ] = {CODE_EQ32, CODE_NE32, false},    [OP_NE] = {CODE_NE32, CODE_EQ32, false},
    [OP_ULT] = {CODE_ULT32, CODE_UGE32, false}, [OP_ULE] = {CODE_ULE32, CODE_UGT32, false},
    [OP_SLT] = {CODE_SLT32, CODE_SGE32, true},  [OP_SLE] = {CODE_SLE32, CODE_SGT32, true},
};

typedef struct {
    u32 a, b;
    i64 imm;
    bool immediate, is_64, swapped;
} Comparison;

/* What a comparison becomes when its sides are exchanged. */
static CodeOp exchanged(CodeOp of_32_bits) {
    switch (of_32_bits) {
    case CODE_ULT32: return CODE_UGT32;
    case CODE_ULE32: return CODE_UGE32;
    case CODE_UGT32: return CODE_ULT32;
    case CODE_UGE32: return CODE_ULE32;
    case CODE_SLT32: return CODE_SGT32;
    case CODE_SLE32: return CODE_SGE32;
    case CODE_SGT32: return CODE_SLT32;
    case CODE_SGE32: return CODE_SLE32;
    default: return of_32_bits;
    }
}

/* Narrow values are zero-extended: compared as 64 bits, signed ones after sign extension. */
static u32 widened_cell(Decoder *dec, Operand operand, u32 bits, bool is_signed) {
    u32 cell = decode_cell(dec, operand);
    if (!is_signed || bits >= 32) return cell;
    u32 wide = decode_scratch(dec, 1);
    decode_emit(dec, CODE_SEXT, wide, cell, 0, -1)->aux = (u16)bits;
    return wide;
}

static bool prepare_comparison(Decoder *dec, const Insn *insn, Comparison *c) {
    u32 bits = decode_value_bits(dec, operand_type(dec->program, dec->function, insn->a));
    bool is_signed = comparisons[insn->op].is_signed;
    if (bits > 64 || (is_signed && bits > 32 && bits < 64)) return false;
    Operand a = insn->a, b = insn->b;
    u64 value;
    *c = (Comparison){.is_64 = bits != 32};
    if (operand_is_constant(a) && !operand_is_constant(b)) {
        c->swapped = true;
        a = insn->b;
        b = insn->a;
    }
    c->a = widened_cell(dec, a, bits, is_signed);
    if (decode_is_small_constant(dec, b, &value)) {
        c->immediate = true;
        c->imm = is_signed && bits < 64 ? sign_extend(value, bits) : (i64)value;
    } else {
        c->b = widened_cell(dec, b, bits, is_signed);
    }
    return true;
}

static CodeOp comparison_code(CodeOp of_32_bits, const Comparison *c, bool branch) {
    CodeOp op = c->swapped ? exchanged(of_32_bits) : of_32_bits;
    return (CodeOp)(op + 4 * branch + 2 * c->is_64 + c->immediate);
}

static bool decode_compare(Decoder *dec, const Insn *insn) {
    Comparison c;
    if (!prepare_comparison(dec, insn, &c)) return false;
    decode_emit(dec, comparison_code(comparisons[insn->op].of_32_bits, &c, false), decode_result(dec, insn), c.a, c.b,
                c.imm);
    decode_wrote(dec, insn->dst);
    return true;
}

bool decode_fused_compare(Decoder *dec, const Insn *compare, const Insn *branch) {
    Comparison c;
    if (!prepare_comparison(dec, compare, &c)) return false;
    dec->insn++;
    decode_branch(dec, comparison_code(comparisons[compare->op].of_32_bits, &c, true),
                  comparison_code(comparisons[compare->op].inverse, &c, true), c.a, c.b, c.imm, branch->b, branch->c);
    return true;
}

/* ---- Conversions ---- */

static bool decode_sign_extension(Decoder *dec, const Insn *insn) {
    u32 from = operand_type(dec->program, dec->function, insn->a)->bits, to = insn->type->bits;
    if (to > 64) return false;
    CodeOp op = from == 8 ? CODE_SEXT8 : from == 16 ? CODE_SEXT16 : from == 32 ? CODE_SEXT32 : CODE_SEXT;
    u32 a = decode_cell(dec, insn->a);
    decode_emit(dec, op, decode_result(dec, insn), a, 0, (i64)low_mask(to))->aux = (u16)from;
    decode_wrote(dec, insn->dst);
    return true;
}

static bool decode_cut(Decoder *dec, const Insn *insn, u32 to) {
    u32 a = decode_cell(dec, insn->a);
    decode_emit(dec, CODE_MASK, decode_result(dec, insn), a, 0, (i64)low_mask(to));
    decode_wrote(dec, insn->dst);
    return true;
}

static bool decode_plain_move(Decoder *dec, const Insn *insn) {
    decode_move(dec, decode_result(dec, insn), insn->a, operand_type(dec->program, dec->function, insn->a));
    decode_wrote(dec, insn->dst);
    return true;
}

static bool decode_conversion(Decoder *dec, const Insn *insn) {
    u32 from = decode_value_bits(dec, operand_type(dec->program, dec->function, insn->a));
    u32 to = decode_value_bits(dec, insn->type);
    switch (insn->op) {
    case OP_TRUNC: return to <= 64 && decode_cut(dec, insn, to);
    case OP_ZEXT: return to <= 64 && decode_plain_move(dec, insn);
    case OP_SEXT: return decode_sign_extension(dec, insn);
    case OP_BITCAST: return decode_plain_move(dec, insn);
    case OP_PTRTOINT:
        return to <= 64 &&
               (!dec->is_32 && to == 64 ? decode_plain_move(dec, insn) : decode_cut(dec, insn, MIN(from, to)));
    case OP_INTTOPTR:
        if (!dec->is_32) return from <= 64 && decode_plain_move(dec, insn);
        decode_emit(dec, CODE_INTTOPTR32, decode_result(dec, insn), decode_cell(dec, insn->a), 0, 0);
        decode_wrote(dec, insn->dst);
        return true;
    default: return false;
    }
}

/* ---- Floats, and the rest ---- */

static bool decode_float(Decoder *dec, const Insn *insn, CodeOp of_float) {
    u32 bits = operand_type(dec->program, dec->function, insn->a)->bits;
    if (bits != 32 && bits != 64) return false;
    u32 a = decode_cell(dec, insn->a), b = decode_cell(dec, insn->b);
    Code *code = decode_emit(dec, (CodeOp)(of_float + (bits == 64)), decode_result(dec, insn), a, b, 0);
    if (insn->op == OP_FCMP) code->aux = (u16)insn->extra;
    decode_wrote(dec, insn->dst);
    return true;
}

static bool decode_select(Decoder *dec, const Insn *insn) {
    if (type_limbs(insn->type) > 1) return false;
    u32 condition = decode_cell(dec, insn->a), then = decode_cell(dec, insn->b), otherwise = decode_cell(dec, insn->c);
    decode_emit(dec, CODE_SELECT, decode_result(dec, insn), then, otherwise, condition)->aux =
        (insn->flags & INSN_DECIDES) != 0;
    decode_wrote(dec, insn->dst);
    return true;
}

static bool decode_pointer_difference(Decoder *dec, const Insn *insn) {
    u32 a = decode_cell(dec, insn->a), b = decode_cell(dec, insn->b), d = decode_result(dec, insn);
    decode_emit(dec, dec->is_32 ? CODE_PTRSUB32 : CODE_PTRSUB, d, a, b, 0);
    if (insn->type->bits < (dec->is_32 ? 32 : 64))
        decode_emit(dec, CODE_MASK, d, d, 0, (i64)low_mask(insn->type->bits));
    decode_wrote(dec, insn->dst);
    return true;
}

bool decode_operation(Decoder *dec, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_ADD: return decode_arithmetic(dec, insn, CODE_ADD8, CODE_ADDC8);
    case OP_SUB: return decode_arithmetic(dec, insn, CODE_SUB8, CODE_SUBC8);
    case OP_MUL: return decode_arithmetic(dec, insn, CODE_MUL8, CODE_MULC8);
    case OP_AND: return decode_bitwise(dec, insn, CODE_AND8);
    case OP_OR: return decode_bitwise(dec, insn, CODE_OR8);
    case OP_XOR: return decode_bitwise(dec, insn, CODE_XOR8);
    case OP_UDIV: return decode_division(dec, insn, CODE_UDIV32);
    case OP_SDIV: return decode_division(dec, insn, CODE_SDIV32);
    case OP_UREM: return decode_division(dec, insn, CODE_UREM32);
    case OP_SREM: return decode_division(dec, insn, CODE_SREM32);
    case OP_SHL: return decode_shift(dec, insn, CODE_SHL8);
    case OP_LSHR: return decode_shift(dec, insn, CODE_LSHR8);
    case OP_ASHR: return decode_shift(dec, insn, CODE_ASHR8);
    case OP_EQ:
    case OP_NE:
    case OP_ULT:
    case OP_ULE:
    case OP_SLT:
    case OP_SLE: return decode_compare(dec, insn);
    case OP_FADD: return decode_float(dec, insn, CODE_FADD_F);
    case OP_FSUB: return decode_float(dec, insn, CODE_FSUB_F);
    case OP_FMUL: return decode_float(dec, insn, CODE_FMUL_F);
    case OP_FDIV: return decode_float(dec, insn, CODE_FDIV_F);
    case OP_FCMP: return decode_float(dec, insn, CODE_FCMP_F);
    case OP_MOVE: return decode_plain_move(dec, insn);
    case OP_SELECT: return decode_select(dec, insn);
    case OP_PTRSUB: return decode_pointer_difference(dec, insn);
    default: return decode_conversion(dec, insn);
    }
}

/* ---- Everything else goes to scalar.c ---- */

static ScalarOperand scalar_operand(Decoder *dec, Operand operand) {
    if (operand == OPERAND_NONE) return (ScalarOperand){.cell = 0};
    if (operand_is_constant(operand) && !decode_is_undefined(dec, operand))
        return (ScalarOperand){.limbs = decode_constant_limbs(dec, operand)};
    return (ScalarOperand){.cell = decode_cell(dec, operand)};
}

void decode_scalar(Decoder *dec, const Insn *insn) {
    ScalarOp *op = ARENA_NEW(dec->maker->arena, ScalarOp);
    op->insn = insn;
    bool by_second = insn->op == OP_SELECT; /* the first operand is the condition */
    op->type = operand_type(dec->program, dec->function, by_second ? insn->b : insn->a);
    op->result_type = insn->dst == OPERAND_NONE ? op->type : dec->function->registers[insn->dst].type;
    op->bits = decode_value_bits(dec, op->type);
    op->result_bits = decode_value_bits(dec, op->result_type);
    op->a = scalar_operand(dec, insn->a);
    op->b = scalar_operand(dec, insn->b);
    op->c = scalar_operand(dec, insn->c);
    op->d = decode_result(dec, insn);
    vec_push(&dec->scalars, op);
    bool is_check = insn->op == OP_CHECK && !op->a.limbs;
    decode_emit(dec, is_check ? CODE_CHECK : CODE_SCALAR, op->d, is_check ? op->a.cell : 0, 0, 0)->data = op;
    decode_wrote(dec, insn->dst);
}
