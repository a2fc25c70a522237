/* Integer operations of scalar.c as terms of any width. */
#include "semantics/lift_ops.h"

#include "semantics/lift_checks.h"

static Term *zero(TermStore *store, u32 width) { return term_const(store, width, 0); }
static Term *ones(TermStore *store, u32 width) { return term_not(store, zero(store, width)); }
static Term *is_zero(TermStore *store, Term *a) { return term_eq(store, a, zero(store, a->width)); }
static Term *is_negative(TermStore *store, Term *a) { return term_extract(store, a, a->width - 1, 1); }

/* ---- Arithmetic with what its flags forbid ---- */

typedef Term *Binary(TermStore *store, Term *a, Term *b);

static Term *either(TermStore *store, Term *a, Term *b) { return a ? term_or(store, a, b) : b; }

static Lifted checked(TermStore *store, const ScalarOp *op, Binary *value, LiftCheck *as_signed, LiftCheck *as_unsigned,
                      Term *a, Term *b) {
    u16 flags = op->insn->flags;
    Lifted lifted = {value(store, a, b), NULL};
    if (flags & (INSN_CHECKED | INSN_NSW)) lifted.trap = as_signed(store, a, b);
    if (flags & INSN_NUW) lifted.trap = either(store, lifted.trap, as_unsigned(store, a, b));
    return lifted;
}

/* A shift must not lose what shifting back would bring. */
static Term *loses(TermStore *store, Binary *back, Term *a, Term *b, Term *shifted) {
    return term_ne(store, back(store, shifted, b), a);
}

static Lifted shift_left(TermStore *store, const ScalarOp *op, Term *a, Term *b) {
    u16 flags = op->insn->flags;
    LiftCheck *check = flags & INSN_SIGNED_BASE ? check_shift_left_signed : check_shift;
    Lifted lifted = {term_shl(store, a, b), check(store, a, b)};
    if (flags & INSN_NUW) lifted.trap = either(store, lifted.trap, loses(store, term_lshr, a, b, lifted.value));
    if (flags & INSN_NSW) lifted.trap = either(store, lifted.trap, loses(store, term_ashr, a, b, lifted.value));
    return lifted;
}

static Lifted shift_right(TermStore *store, const ScalarOp *op, Binary *shift, Term *a, Term *b) {
    Lifted lifted = {shift(store, a, b), check_shift(store, a, b)};
    if (op->insn->flags & INSN_EXACT)
        lifted.trap = either(store, lifted.trap, loses(store, term_shl, a, b, lifted.value));
    return lifted;
}

static Term *smaller(TermStore *store, Binary *less, Term *a, Term *b) {
    return term_ite(store, less(store, a, b), a, b);
}

static Term *saturated_sum(TermStore *store, Term *a, Term *b) {
    return term_ite(store, check_add_unsigned(store, a, b), ones(store, a->width), term_add(store, a, b));
}
static Term *saturated_difference(TermStore *store, Term *a, Term *b) {
    return term_ite(store, check_sub_unsigned(store, a, b), zero(store, a->width), term_sub(store, a, b));
}
/* What overflows goes to the bound on the side of a. */
static Term *saturated_signed(TermStore *store, Binary *value, LiftCheck *check, Term *a, Term *b) {
    Term *bound =
        term_ite(store, is_negative(store, a), check_minimum(store, a->width), check_maximum(store, a->width));
    return term_ite(store, check(store, a, b), bound, value(store, a, b));
}

/* ---- Bits ---- */

static Term *reversed(TermStore *store, Term *a, u32 group) {
    Term *result = term_extract(store, a, 0, group);
    for (u32 low = group; low < a->width; low += group)
        result = term_concat(store, result, term_extract(store, a, low, group));
    return result;
}

/* Ones in every other group of `group` bits, from bit 0 on. */
static Term *stripes(TermStore *store, u32 width, u32 group) {
    Term *result = ones(store, MIN(group, width));
    while (result->width < width) {
        u32 next = MIN(group, width - result->width);
        bool is_gap = result->width / group % 2;
        result = term_concat(store, is_gap ? zero(store, next) : ones(store, next), result);
    }
    return result;
}

/* Sums of neighbouring groups, side by side, until there is one. */
static Term *count_ones(TermStore *store, Term *a) {
    for (u32 group = 1; group < a->width; group *= 2) {
        Term *mask = stripes(store, a->width, group);
        Term *other = term_lshr(store, a, term_const(store, a->width, group));
        a = term_add(store, term_and(store, a, mask), term_and(store, other, mask));
    }
    return a;
}

/* How many zeros stand before the first one, counted from the top or from the bottom, by halving: a bit of the count
 * says whether the nearer half is all zeros. Ones are put behind the far end to have a power of two. */
static Term *count_zeros(TermStore *store, Term *a, bool from_top) {
    u32 width = a->width, whole = 1;
    while (whole < width) whole *= 2;
    Term *rest = a, *count = NULL;
    if (whole > width)
        rest = from_top ? term_concat(store, a, ones(store, whole - width))
                        : term_concat(store, ones(store, whole - width), a);
    for (u32 half = whole / 2; half; half /= 2) {
        Term *high = term_extract(store, rest, half, half), *low = term_extract(store, rest, 0, half);
        Term *near = from_top ? high : low, *far = from_top ? low : high, *empty = is_zero(store, near);
        count = count ? term_concat(store, count, empty) : empty;
        rest = term_ite(store, empty, far, near);
    }
    Term *found = count ? term_zext(store, count, width) : zero(store, width);
    return term_ite(store, is_zero(store, a), term_const(store, width, width), found);
}

/* SMT's shifts by the width give zero, so the distance 0 needs no case of its own. */
static Term *funnel(TermStore *store, bool left, Term *a, Term *b, Term *c) {
    Term *width = term_const(store, a->width, a->width), *by = term_urem(store, c, width);
    Term *other = term_sub(store, width, by);
    return term_or(store, term_shl(store, a, left ? by : other), term_lshr(store, b, left ? other : by));
}

static Lifted unary(TermStore *store, const ScalarOp *op, Term *a) {
    Term *poison = op->insn->flags & INSN_ZERO_POISON ? is_zero(store, a) : NULL;
    switch ((Op)op->insn->op) {
    case OP_ABS: {
        Term *overflows = term_eq(store, a, check_minimum(store, a->width));
        return (Lifted){term_ite(store, is_negative(store, a), term_neg(store, a), a), poison ? overflows : NULL};
    }
    case OP_BSWAP: return (Lifted){reversed(store, a, 8), NULL};
    case OP_BITREVERSE: return (Lifted){reversed(store, a, 1), NULL};
    case OP_CTPOP: return (Lifted){count_ones(store, a), NULL};
    case OP_CTLZ: return (Lifted){count_zeros(store, a, true), poison};
    case OP_CTTZ: return (Lifted){count_zeros(store, a, false), poison};
    default: return (Lifted){NULL, NULL};
    }
}

/* ---- Which operation ---- */

static Term *resized(TermStore *store, Term *a, u32 width, bool is_signed) {
    if (width <= a->width) return term_extract(store, a, 0, width);
    return is_signed ? term_sext(store, a, width) : term_zext(store, a, width);
}

static Lifted arithmetic(TermStore *store, const ScalarOp *op, Term *a, Term *b) {
    switch ((Op)op->insn->op) {
    case OP_ADD: return checked(store, op, term_add, check_add_signed, check_add_unsigned, a, b);
    case OP_SUB: return checked(store, op, term_sub, check_sub_signed, check_sub_unsigned, a, b);
    case OP_MUL: return checked(store, op, term_mul, check_mul_signed, check_mul_unsigned, a, b);
    case OP_UDIV: return (Lifted){term_udiv(store, a, b), check_divide(store, a, b)};
    case OP_SDIV: return (Lifted){term_sdiv(store, a, b), check_divide_signed(store, a, b)};
    case OP_UREM: return (Lifted){term_urem(store, a, b), check_divide(store, a, b)};
    case OP_SREM: return (Lifted){term_srem(store, a, b), check_divide_signed(store, a, b)};
    case OP_SHL: return shift_left(store, op, a, b);
    case OP_LSHR: return shift_right(store, op, term_lshr, a, b);
    case OP_ASHR: return shift_right(store, op, term_ashr, a, b);
    case OP_CHECK: return (Lifted){a, term_not(store, a)};
    default: return unary(store, op, a);
    }
}

/* The operations that never fail; NULL if it is another one. */
static Term *total(TermStore *store, const ScalarOp *op, Term *a, Term *b, Term *c) {
    switch ((Op)op->insn->op) {
    case OP_AND: return term_and(store, a, b);
    case OP_OR: return term_or(store, a, b);
    case OP_XOR: return term_xor(store, a, b);
    case OP_UMIN: return smaller(store, term_ult, a, b);
    case OP_UMAX: return smaller(store, term_ugt, a, b);
    case OP_SMIN: return smaller(store, term_slt, a, b);
    case OP_SMAX: return smaller(store, term_sgt, a, b);
    case OP_UADD_SAT: return saturated_sum(store, a, b);
    case OP_USUB_SAT: return saturated_difference(store, a, b);
    case OP_SADD_SAT: return saturated_signed(store, term_add, check_add_signed, a, b);
    case OP_SSUB_SAT: return saturated_signed(store, term_sub, check_sub_signed, a, b);
    case OP_EQ: return term_eq(store, a, b);
    case OP_NE: return term_ne(store, a, b);
    case OP_ULT: return term_ult(store, a, b);
    case OP_ULE: return term_ule(store, a, b);
    case OP_SLT: return term_slt(store, a, b);
    case OP_SLE: return term_sle(store, a, b);
    case OP_UADD_OVERFLOWS: return check_add_unsigned(store, a, b);
    case OP_USUB_OVERFLOWS: return check_sub_unsigned(store, a, b);
    case OP_UMUL_OVERFLOWS: return check_mul_unsigned(store, a, b);
    case OP_SADD_OVERFLOWS: return check_add_signed(store, a, b);
    case OP_SSUB_OVERFLOWS: return check_sub_signed(store, a, b);
    case OP_SMUL_OVERFLOWS: return check_mul_signed(store, a, b);
    case OP_FSHL:
    case OP_FSHR: return funnel(store, op->insn->op == OP_FSHL, a, b, c);
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_PTRTOINT:
    case OP_INTTOPTR:
    case OP_BITCAST: return resized(store, a, op->result_bits, false);
    case OP_SEXT: return resized(store, a, op->result_bits, true);
    default: return NULL;
    }
}

static Lifted lift_whole(TermStore *store, const ScalarOp *op, Term *a, Term *b, Term *c) {
    if (scalar_is_float_op((Op)op->insn->op)) return lift_scalar_float(store, op, a, b, c);
    Term *value = total(store, op, a, b, c);
    return value ? (Lifted){value, NULL} : arithmetic(store, op, a, b);
}

/* ---- Limbs ---- */

static Term *joined(TermStore *store, Term *const *limbs, u32 bits) {
    if (!limbs) return NULL;
    Term *whole = term_extract(store, limbs[0], 0, MIN(bits, 64u));
    for (u32 low = 64; low < bits; low += 64)
        whole = term_concat(store, term_extract(store, limbs[low / 64], 0, MIN(bits - low, 64u)), whole);
    return whole;
}

static void take_apart(TermStore *store, Term *whole, Term **limbs) {
    for (u32 low = 0; low < whole->width; low += 64)
        limbs[low / 64] = term_zext(store, term_extract(store, whole, low, MIN(whole->width - low, 64u)), 64);
}

/* What moves values moves whole cells: pointers of ILP32 have more in them than their 32 bits. */
static bool moves(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c, Term **result) {
    bool selects = op->insn->op == OP_SELECT;
    if (!selects && op->insn->op != OP_MOVE && op->insn->op != OP_FREEZE) return false;
    Term *condition = selects ? term_extract(store, a[0], 0, 1) : NULL;
    for (u32 i = 0; i < term_limb_count(op->result_bits); i++)
        result[i] = selects ? term_ite(store, condition, b[i], c[i]) : a[i];
    return true;
}

/* The second operand of a function of floats may be a number of another type: it has one cell. */
static u32 second_width(const ScalarOp *op) { return op->insn->op == OP_FMATH ? MIN(op->bits, 64u) : op->bits; }

bool lift_defined_scalar(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c,
                         Term **result, Term **trap) {
    *trap = NULL;
    if (moves(store, op, a, b, c, result)) return true;
    Lifted lifted = lift_whole(store, op, joined(store, a, op->bits), joined(store, b, second_width(op)),
                               joined(store, c, op->bits));
    if (!lifted.value) return false;
    take_apart(store, lifted.value, result);
    if (lifted.trap && !term_is_false(lifted.trap)) *trap = lifted.trap;
    return true;
}

static bool any_tainted(Term *const *limbs, u32 count) {
    for (u32 i = 0; limbs && i < count; i++)
        if (term_is_tainted(limbs[i])) return true;
    return false;
}

bool lift_scalar(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c, Term **result,
                 Term **trap) {
    u32 limbs = MAX(1u, type_limbs(op->type));
    bool tainted = any_tainted(a, op->insn->op == OP_SELECT ? 1 : limbs) ||
                   any_tainted(b, op->insn->op == OP_FMATH ? 1 : limbs) || any_tainted(c, limbs);
    return tainted ? lift_tainted_scalar(store, op, a, b, c, result, trap)
                   : lift_defined_scalar(store, op, a, b, c, result, trap);
}
