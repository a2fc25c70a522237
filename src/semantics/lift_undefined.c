/* The machine's operations on terms of which some bits are undefined: the value is computed from the values, the mask of
 * what is undefined in it from values and masks by the rules of code/undefined.def, as track.c does it on numbers.
 *
 * Whether an operation fails is a question about operands whose undefined bits are 0, as in the machine. */
#include "code/undefined.h"
#include "semantics/lift_ops.h"

#include <stdlib.h>
#include <string.h>

/* ---- The rules ---- */

typedef struct {
    TermStore *store;
    Term *x, *y, *ux, *uy;
} Operands;

#define AND(a, b) term_and(o->store, a, b)
#define OR(a, b) term_or(o->store, a, b)
#define XOR(a, b) term_xor(o->store, a, b)
#define NOT(a) term_not(o->store, a)
#define NEG(a) term_neg(o->store, a)
#define SHL(a, b) term_shl(o->store, a, b)
#define LSHR(a, b) term_lshr(o->store, a, b)
#define ASHR(a, b) term_ashr(o->store, a, b)
#define IF(condition, a, b) term_ite(o->store, condition, a, b)
#define IS_SET(a) term_ne(o->store, a, ZERO)
#define BELOW(a, b) term_ult(o->store, a, b)
#define BOTH(c, d) term_and(o->store, c, d)
#define NOT_SO(c) term_not(o->store, c)
#define ZERO term_const(o->store, o->x->width, 0)
#define ONES term_not(o->store, ZERO)
#define SIGN                                                                                                           \
    term_shl(o->store, term_const(o->store, o->x->width, 1), term_const(o->store, o->x->width, o->x->width - 1))
#define X o->x
#define Y o->y
#define UX o->ux
#define UY o->uy

static Term *by_rule(const Operands *o, UndefinedRule rule) {
    switch (rule) {
#define RULE_OF_BITS(NAME, mask)                                                                                       \
    case RULE_##NAME: return mask;
#define RULE_OF_TRUTH(NAME, condition)                                                                                 \
    case RULE_##NAME: return condition;
#include "code/undefined.def"
    default: assert(!"a rule of its own"); return ONES;
    }
}

#undef AND
#undef OR
#undef XOR
#undef NOT
#undef NEG
#undef SHL
#undef LSHR
#undef ASHR
#undef IF
#undef IS_SET
#undef BELOW
#undef BOTH
#undef NOT_SO
#undef ZERO
#undef ONES
#undef SIGN
#undef X
#undef Y
#undef UX
#undef UY

static bool is_choice(const Term *mask) {
    return mask->op == TERM_ITE && term_is_const(mask->arg[1]) && term_is_const(mask->arg[2]);
}

/* Bits that are undefined all together where a condition says so, as of a float that does not fit an integer: then what is
 * undefined in the result is that condition, and the solver need not find out. */
static Term *mask_by_rule(const Operands *o, UndefinedRule rule) {
    bool is_x = is_choice(o->ux) && term_is_const(o->uy), is_y = is_choice(o->uy) && term_is_const(o->ux);
    if (!is_x && !is_y) return by_rule(o, rule);
    const Term *choice = is_x ? o->ux : o->uy;
    Term *masks[2];
    for (u32 i = 0; i < 2; i++) {
        Operands one = *o;
        *(is_x ? &one.ux : &one.uy) = choice->arg[1 + i];
        masks[i] = by_rule(&one, rule);
    }
    return term_ite(o->store, choice->arg[0], masks[0], masks[1]);
}

Term *lift_undefined_by_rule(TermStore *store, UndefinedRule rule, Term *x, Term *y, Term *ux, Term *uy) {
    return mask_by_rule(&(Operands){store, x, y, ux, uy}, rule);
}

Term *lift_is_set(TermStore *store, Term *mask) { return term_ne(store, mask, term_const(store, mask->width, 0)); }

static Term *ones(TermStore *store, u32 width) { return term_not(store, term_const(store, width, 0)); }
/* Everything, if any bit of the mask is set. */
static Term *all_if_any(TermStore *store, Term *mask, u32 width) {
    return term_ite(store, lift_is_set(store, mask), ones(store, width), term_const(store, width, 0));
}

static u32 origin_of(const Term *x, const Term *y, const Term *z) {
    if (x && term_is_tainted(x)) return term_origin_of(x);
    return y && term_is_tainted(y) ? term_origin_of(y) : z ? term_origin_of(z) : 0;
}

/* ---- Codes ---- */

static Term *low_bits(TermStore *store, Term *cell, u32 bits) { return term_extract(store, cell, 0, bits); }

/* The operands of a rule, as wide as the operation. */
static Operands operands(TermStore *store, Term *x, Term *y, u32 bits) {
    x = low_bits(store, x, bits);
    y = low_bits(store, y, bits);
    return (Operands){store, term_value_of(x), term_value_of(y), term_mask_of(store, x), term_mask_of(store, y)};
}

static Term *selected_mask(TermStore *store, Term *x, Term *y, Term *z) {
    Operands o = operands(store, x, y, 64);
    Term *chosen = term_ite(store, lift_is_set(store, term_value_of(z)), o.ux, o.uy);
    return term_ite(store, lift_is_set(store, term_mask_of(store, z)), mask_by_rule(&o, RULE_SELECT), chosen);
}

/* The mask of the result: 64 bits, as the cell has. */
static Term *mask_of_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z) {
    const CodeInfo *info = &code_infos[ip->op];
    UndefinedRule rule = (UndefinedRule)info->rule;
    Term *mask = term_mask_of(store, x);
    switch (rule) {
    case RULE_MOVE:
    case RULE_MASK:
    case RULE_SEXT: return lift_defined_code(store, ip, mask, y, z).value;
    case RULE_SELECT: return selected_mask(store, x, y, z);
    case RULE_DIVIDE: return term_zext(store, all_if_any(store, mask, info->bits), 64);
    case RULE_ADDRESS: {
        bool indexed = info->form != FORM_MEMORY;
        return all_if_any(store, indexed ? term_or(store, mask, term_mask_of(store, y)) : mask, 64);
    }
    default: {
        Operands o = operands(store, x, y, info->bits);
        return term_zext(store, mask_by_rule(&o, rule), 64);
    }
    }
}

Lifted lift_tainted_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z) {
    Term *condition = z ? term_value_of(z) : NULL;
    Lifted lifted = lift_defined_code(store, ip, term_cleared(store, x), y ? term_cleared(store, y) : NULL, condition);
    if (!lifted.value) return lifted;
    if (!lifted.trap) /* the same, and smaller */
        lifted = lift_defined_code(store, ip, term_value_of(x), y ? term_value_of(y) : NULL, condition);
    lifted.value = term_tainted(store, lifted.value, mask_of_code(store, ip, x, y, z), origin_of(x, y, z));
    return lifted;
}

Term *lift_tainted_condition(TermStore *store, const Code *ip, Term *x, Term *y) {
    const CodeInfo *info = &code_infos[ip->op];
    Term *value = lift_defined_condition(store, ip, term_value_of(x), y ? term_value_of(y) : NULL), *mask;
    if (info->form == FORM_BRANCH_R) {
        mask = low_bits(store, term_mask_of(store, x), 1);
    } else {
        Operands o = operands(store, x, y, info->bits);
        mask = mask_by_rule(&o, code_branch_rule((CodeOp)ip->op));
    }
    return term_tainted(store, value, mask, origin_of(x, y, NULL));
}

/* ---- Operations of any width ---- */

/* An operand, limb by limb, in its parts. */
typedef struct {
    Term **value, **mask, **cleared; /* NULL: the instruction has no such operand */
    Term *any;                       /* all masks together */
    u32 origin;
} Parts;

static Parts parts_of(TermStore *store, Term *const *limbs, u32 count) {
    Parts parts = {.any = term_const(store, 64, 0)};
    if (!limbs) return parts;
    parts.value = xmalloc(3 * count * sizeof *parts.value);
    parts.mask = parts.value + count;
    parts.cleared = parts.mask + count;
    for (u32 i = 0; i < count; i++) {
        parts.value[i] = term_value_of(limbs[i]);
        parts.mask[i] = term_mask_of(store, limbs[i]);
        parts.cleared[i] = term_cleared(store, limbs[i]);
        parts.any = term_or(store, parts.any, parts.mask[i]);
        if (term_is_tainted(limbs[i])) parts.origin = term_origin_of(limbs[i]);
    }
    return parts;
}

typedef struct {
    TermStore *store;
    const ScalarOp *op;
    Parts a, b, c;
    u32 limbs, results;
} ScalarParts;

static void by_limbs(const ScalarParts *p, UndefinedRule rule, Term **masks) {
    for (u32 i = 0; i < p->results; i++) {
        u32 bits = MIN(64u, p->op->bits - i * 64);
        Operands o = {p->store, low_bits(p->store, p->a.value[i], bits), low_bits(p->store, p->b.value[i], bits),
                      low_bits(p->store, p->a.mask[i], bits), low_bits(p->store, p->b.mask[i], bits)};
        masks[i] = term_zext(p->store, mask_by_rule(&o, rule), 64);
    }
}

static void by_selecting(const ScalarParts *p, Term **masks) {
    Term *undecided = low_bits(p->store, p->a.mask[0], 1), *condition = low_bits(p->store, p->a.value[0], 1);
    for (u32 i = 0; i < p->results; i++) {
        Operands o = {p->store, p->b.value[i], p->c.value[i], p->b.mask[i], p->c.mask[i]};
        Term *chosen = term_ite(p->store, condition, o.ux, o.uy);
        masks[i] = term_ite(p->store, undecided, mask_by_rule(&o, RULE_SELECT), chosen);
    }
}

static void by_any(const ScalarParts *p, Term *any, Term **masks) {
    for (u32 i = 0; i < p->results; i++)
        masks[i] = term_zext(p->store, all_if_any(p->store, any, MIN(64u, p->op->result_bits - i * 64)), 64);
}

/* The operation on the mask, where the other operand has no undefined bits. */
static void by_moving(const ScalarParts *p, Term **masks) {
    Insn insn = *p->op->insn;
    insn.flags = 0;
    ScalarOp op = *p->op;
    op.insn = &insn;
    Term *trap, **all = xmalloc(p->results * sizeof *all);
    by_any(p, term_or(p->store, p->a.any, p->b.any), all);
    lift_defined_scalar(p->store, &op, p->a.mask, p->b.value, NULL, masks, &trap);
    Term *whole = lift_is_set(p->store, p->b.any);
    for (u32 i = 0; i < p->results; i++) masks[i] = term_ite(p->store, whole, all[i], masks[i]);
    free(all);
}

static void masks_of_scalar(const ScalarParts *p, Term **masks) {
    UndefinedRule rule = undefined_rule_of((Op)p->op->insn->op, MAX(p->op->bits, p->op->result_bits));
    Term *any = term_or(p->store, p->a.any, term_or(p->store, p->b.any, p->c.any));
    switch (rule) {
    case RULE_DEFINED: by_any(p, term_const(p->store, 64, 0), masks); break;
    case RULE_MOVE: by_moving(p, masks); break;
    case RULE_SELECT: by_selecting(p, masks); break;
    case RULE_ALL:
    case RULE_DIVIDE: by_any(p, any, masks); break;
    default: by_limbs(p, rule, masks);
    }
}

static u32 limbs_of_second(const ScalarOp *op, u32 limbs) { return op->insn->op == OP_FMATH ? 1 : limbs; }
static u32 limbs_of_first(const ScalarOp *op, u32 limbs) { return op->insn->op == OP_SELECT ? 1 : limbs; }

bool lift_tainted_scalar(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c,
                         Term **result, Term **trap) {
    u32 limbs = MAX(1u, type_limbs(op->type)), results = MAX(1u, type_limbs(op->result_type));
    u32 of_a = limbs_of_first(op, limbs), of_b = limbs_of_second(op, limbs);
    ScalarParts p = {store, op,     parts_of(store, a, of_a), parts_of(store, b, of_b), parts_of(store, c, limbs),
                     limbs, results};
    Term **masks = xmalloc(results * sizeof *masks);
    masks_of_scalar(&p, masks);
    bool done = lift_defined_scalar(store, op, p.a.cleared, p.b.cleared, p.c.cleared, result, trap);
    if (done && !*trap && op->insn->op != OP_FREEZE) /* the same, and smaller */
        lift_defined_scalar(store, op, p.a.value, p.b.value, p.c.value, result, trap);
    u32 origin = p.a.origin ? p.a.origin : p.b.origin ? p.b.origin : p.c.origin;
    for (u32 i = 0; done && i < results; i++) result[i] = term_tainted(store, result[i], masks[i], origin);
    free(masks);
    free(p.a.value);
    free(p.b.value);
    free(p.c.value);
    return done;
}
