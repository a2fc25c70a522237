/* The families of code.def as terms, and the single operations. */
#include "semantics/lift_ops.h"

#include "semantics/lift_checks.h"

/* What code.def says of an operation of a family. */
typedef struct {
    Term *(*value)(TermStore *store, Term *a, Term *b);
    LiftCheck *check; /* NULL: never fails */
    TermOp float_op;  /* where `value` is NULL; TERM_CONST: of no family */
} Family;

#undef FAMILY_BINARY
#undef FAMILY_CHECKED
#undef FAMILY_DIVISION
#undef FAMILY_SHIFT
#undef FAMILY_COMPARE
#undef FAMILY_FLOAT
#undef FAMILY_MEMORY
/* Tables read better in columns. */
// clang-format off
#define FORMS(NAME, term, check) [CODE_##NAME] = {term, check, TERM_CONST}, [CODE_##NAME##I] = {term, check, TERM_CONST},
#define FAMILY_BINARY(NAME, expression, rule, term) FAMILY_CHECKED(NAME, expression, rule, term, NULL)
#define FAMILY_CHECKED(NAME, builtin, rule, term, check)                                                               \
    FORMS(NAME##8, term, check) FORMS(NAME##16, term, check) FORMS(NAME##32, term, check) FORMS(NAME##64, term, check)
#define FAMILY_DIVISION(NAME, signedness, expression, term, check)                                                     \
    [CODE_##NAME##32] = {term, check, TERM_CONST}, [CODE_##NAME##64] = {term, check, TERM_CONST},
#define FAMILY_SHIFT(NAME, signedness, expression, rule, term, check) FAMILY_CHECKED(NAME, expression, rule, term, check)
#define FAMILY_COMPARE(NAME, signedness, operator, rule, term)                                                         \
    FORMS(NAME##32, term, NULL) FORMS(NAME##64, term, NULL) FORMS(BR_##NAME##32, term, NULL) FORMS(BR_##NAME##64, term, NULL)
#define FAMILY_FLOAT(NAME, expression, term)                                                                           \
    [CODE_##NAME##_F] = {.float_op = term}, [CODE_##NAME##_D] = {.float_op = term},
#define FAMILY_MEMORY(NAME, rule)
#define CODE(NAME, ...)
// clang-format on

static const Family families[CODE_COUNT] = {
#include "code/code.def"
};
#undef CODE

static Term *low_bits(TermStore *store, Term *cell, u32 bits) { return term_extract(store, cell, 0, bits); }
static Term *as_cell(TermStore *store, Term *value) { return term_zext(store, value, 64); }

static Lifted lift_family(TermStore *store, const Code *ip, Term *x, Term *y) {
    const Family *family = &families[ip->op];
    u32 bits = code_infos[ip->op].bits;
    Term *a = low_bits(store, x, bits), *b = low_bits(store, y, bits);
    if (!family->value) return (Lifted){as_cell(store, lift_float_arithmetic(store, family->float_op, a, b)), NULL};
    Lifted lifted = {as_cell(store, family->value(store, a, b)), NULL};
    if (family->check) lifted.trap = family->check(store, a, b);
    if (lifted.trap && term_is_false(lifted.trap)) lifted.trap = NULL;
    return lifted;
}

/* ---- Single operations ---- */

static Term *float_compare(TermStore *store, const Code *ip, Term *x, Term *y) {
    u32 bits = code_infos[ip->op].bits;
    return as_cell(store, lift_float_relation(store, ip->aux, low_bits(store, x, bits), low_bits(store, y, bits)));
}

static Term *sign_extended(TermStore *store, const Code *ip, Term *x) {
    u32 from = code_infos[ip->op].bits ? code_infos[ip->op].bits : ip->aux;
    return term_and(store, term_sext(store, low_bits(store, x, from), 64), term_const(store, 64, (u64)ip->imm));
}

Term *lift_delta(TermStore *store, const Code *ip, Term *y) {
    Term *fixed = term_const(store, 64, (u64)ip->imm);
    u8 form = code_infos[ip->op].form;
    if (form != FORM_MEMORY_X && form != FORM_MEMORY_W) return fixed;
    Term *index = form == FORM_MEMORY_X ? y : term_sext(store, low_bits(store, y, 32), 64);
    return term_add(store, term_mul(store, index, term_const(store, 64, ip->aux)), fixed);
}

/* ILP32: the object in the high half stays. */
static Term *address_32(TermStore *store, const Code *ip, Term *x, Term *y) {
    Term *low = term_add(store, low_bits(store, x, 32), low_bits(store, lift_delta(store, ip, y), 32));
    return term_concat(store, term_extract(store, x, 32, 32), low);
}

static Term *single(TermStore *store, const Code *ip, Term *x, Term *y, Term *z) {
    switch (ip->op) {
    case CODE_FCMP_F:
    case CODE_FCMP_D: return float_compare(store, ip, x, y);
    case CODE_MOVE: return x;
    case CODE_MASK: return term_and(store, x, y);
    case CODE_SEXT8:
    case CODE_SEXT16:
    case CODE_SEXT32:
    case CODE_SEXT: return sign_extended(store, ip, x);
    case CODE_SELECT: return term_ite(store, term_ne(store, z, term_const(store, 64, 0)), x, y);
    case CODE_ADDRESS:
    case CODE_ADDRESS_X:
    case CODE_ADDRESS_W: return term_step(store, x, lift_delta(store, ip, y));
    case CODE_ADDRESS32:
    case CODE_ADDRESS32_X:
    case CODE_ADDRESS32_W: return address_32(store, ip, x, y);
    case CODE_PTRSUB: return term_sub(store, x, y);
    case CODE_PTRSUB32: return as_cell(store, term_sub(store, low_bits(store, x, 32), low_bits(store, y, 32)));
    default: return NULL;
    }
}

static bool is_branch(CodeForm form) {
    return form == FORM_BRANCH_R || form == FORM_BRANCH_RR || form == FORM_BRANCH_RI;
}

Lifted lift_defined_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z) {
    const Family *family = &families[ip->op];
    bool of_family = (family->value || family->float_op != TERM_CONST) && !is_branch(code_infos[ip->op].form);
    return of_family ? lift_family(store, ip, x, y) : (Lifted){single(store, ip, x, y, z), NULL};
}

Term *lift_defined_condition(TermStore *store, const Code *ip, Term *x, Term *y) {
    const CodeInfo *info = &code_infos[ip->op];
    if (!is_branch(info->form)) return NULL;
    Term *a = low_bits(store, x, info->bits);
    if (ip->op == CODE_BR) return a;
    if (ip->op == CODE_BR_NOT) return term_not(store, a);
    return families[ip->op].value(store, a, low_bits(store, y, info->bits));
}

/* ---- Undefined bits ---- */

static bool is_tainted(const Term *operand) { return operand && term_is_tainted(operand); }

Lifted lift_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z) {
    bool tainted = is_tainted(x) || is_tainted(y) || is_tainted(z);
    return tainted ? lift_tainted_code(store, ip, x, y, z) : lift_defined_code(store, ip, x, y, z);
}

Term *lift_condition(TermStore *store, const Code *ip, Term *x, Term *y) {
    bool tainted = is_branch(code_infos[ip->op].form) && (is_tainted(x) || is_tainted(y));
    return tainted ? lift_tainted_condition(store, ip, x, y) : lift_defined_condition(store, ip, x, y);
}
