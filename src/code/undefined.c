#include "code/undefined.h"

#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))
#define NOT(a) (~(a) & ONES)
#define NEG(a) (-(a) & ONES)
#define SHL(a, b) ((b) < bits ? (a) << (b) & ONES : 0)
#define LSHR(a, b) ((b) < bits ? (a) >> (b) : 0)
#define ASHR(a, b) ((u64)(sign_extend(a, bits) >> MIN(b, bits - 1)) & ONES)
#define IF(condition, a, b) ((condition) ? (a) : (b))
#define IS_SET(a) ((a) != 0)
#define BELOW(a, b) ((a) < (b))
#define BOTH(c, d) ((c) && (d))
#define NOT_SO(c) (!(c))
#define ONES low_mask(bits)
#define ZERO ((u64)0)
#define SIGN ((u64)1 << (bits - 1))
#define X x
#define Y y
#define UX ux
#define UY uy

u64 undefined_by_rule(UndefinedRule rule, u32 bits, u64 x, u64 y, u64 ux, u64 uy) {
    switch (rule) {
#define RULE_OF_BITS(NAME, mask)                                                                                       \
    case RULE_##NAME: return mask;
#define RULE_OF_TRUTH(NAME, condition)                                                                                 \
    case RULE_##NAME: return condition;
#include "code/undefined.def"
    default: assert(!"a rule of its own"); return ONES;
    }
}

bool undefined_rule_is_of_truth(UndefinedRule rule) {
    switch (rule) {
#define RULE_OF_TRUTH(NAME, condition) case RULE_##NAME:
#include "code/undefined.def"
        return true;
    default: return false;
    }
}

static UndefinedRule narrow_rule(Op op) {
    switch (op) {
    case OP_ADD:
    case OP_SUB: return RULE_SMEAR;
    case OP_MUL: return RULE_PRODUCT;
    case OP_AND: return RULE_AND;
    case OP_OR: return RULE_OR;
    case OP_XOR: return RULE_XOR;
    case OP_EQ:
    case OP_NE: return RULE_COMPARE_EQUAL;
    case OP_ULT: return RULE_COMPARE_UNSIGNED;
    case OP_ULE: return RULE_COMPARE_UNSIGNED_INCLUSIVE;
    case OP_SLT: return RULE_COMPARE_SIGNED;
    case OP_SLE: return RULE_COMPARE_SIGNED_INCLUSIVE;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM: return RULE_DIVIDE;
    case OP_FREEZE: return RULE_DEFINED;
    case OP_SELECT: return RULE_SELECT;
    case OP_MOVE:
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_BITCAST:
    case OP_BSWAP:
    case OP_BITREVERSE:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR: return RULE_MOVE;
    default: return RULE_ALL;
    }
}

UndefinedRule undefined_rule_of(Op op, u32 bits) {
    UndefinedRule rule = narrow_rule(op);
    switch (rule) {
    case RULE_DEFINED:
    case RULE_DIVIDE: return rule;
    case RULE_AND:
    case RULE_OR:
    case RULE_XOR:
    case RULE_SELECT:
    case RULE_MOVE: return bits <= MOST_BITS_TRACKED ? rule : RULE_ALL;
    default: return bits <= 64 ? rule : RULE_ALL;
    }
}
