/* The rules for undefined bits on terms against those on numbers, which are the machine's: every rule of undefined.def,
 * every code that computes through the tracking loop, every scalar operation, on random operands of which random bits
 * are undefined. Values and masks are constants or symbols. Usage: undefined [rounds, 100 unless told] [seed]. */
#include "check.h"
#include "code/undefined.h"
#include "semantics/lift_ops.h"
#include "term/model.h"

#include <stdlib.h>
#include <string.h>

enum { LIMBS = 3 };

static u64 seed = 1;
static u64 next(void) {
    seed += 0x9e3779b97f4a7c15u;
    return hash_mix(seed);
}
static u32 below(u32 n) { return (u32)(next() % n); }

static u64 random_value(u32 bits) {
    u32 kind = below(5);
    u64 value = kind == 0   ? next()
                : kind == 1 ? below(4)
                : kind == 2 ? ~(u64)below(4)
                : kind == 3 ? (u64)1 << below(64)
                            : bits + below(3) - 1;
    return value & low_mask(bits);
}
static u64 random_mask(u32 bits) {
    u32 kind = below(6);
    u64 mask = kind < 2    ? 0
               : kind == 2 ? ~(u64)0
               : kind == 3 ? (u64)1 << below(bits)
               : kind == 4 ? next()
                           : next() & next() & next();
    return mask & low_mask(bits);
}

/* ---- Terms ---- */

static TermStore *store;
static Model *model;

static void begin(void) {
    store = term_store_new();
    model = model_new(store);
}
static void end(void) {
    model_release(model);
    term_store_free(store);
}
static u64 value_of(Term *term) { return model_eval(model, term)->value; }
static bool holds(Term *condition) { return condition && model_satisfies(model, condition); }

static Term *number(const char *name, u32 bits, u64 value) {
    Term *constant = term_const(store, bits, value);
    if (below(2)) return constant;
    Term *symbol = term_symbol(store, name, bits);
    model_set(model, symbol, constant);
    return symbol;
}

typedef struct {
    u64 value, mask;
    Term *term;
} Operand64;

static Operand64 operand(const char *name, u32 bits) {
    char of_mask[32];
    snprintf(of_mask, sizeof of_mask, "%s undefined", name);
    Operand64 o = {random_value(bits), random_mask(bits), NULL};
    o.term = term_tainted(store, number(name, bits, o.value), number(of_mask, bits, o.mask), 1);
    return o;
}

/* Is the term, under the model, the value with these undefined bits? */
static bool is(Term *term, u64 value, u64 mask) {
    u64 undefined = value_of(term_mask_of(store, term));
    return undefined == mask && !((value_of(term_value_of(term)) ^ value) & ~mask);
}

/* ---- Rules ---- */

static void check_rule(UndefinedRule rule) {
    u32 bits = below(3) ? 8u << below(4) : 1 + below(64);
    u64 x = random_value(bits), y = below(4) ? random_value(bits) : x, ux = random_mask(bits), uy = random_mask(bits);
    begin();
    Term *mask = lift_undefined_by_rule(store, rule, number("x", bits, x), number("y", bits, y), number("ux", bits, ux),
                                        number("uy", bits, uy));
    u64 expected = undefined_by_rule(rule, bits, x, y, ux, uy);
    CHECK(mask->width == (undefined_rule_is_of_truth(rule) ? 1 : bits) && value_of(mask) == expected);
    /* What is undefined in the operands has no say in what is defined of the result. */
    u64 other = undefined_by_rule(rule, bits, x ^ (next() & ux), y ^ (next() & uy), ux, uy);
    CHECK(other == expected);
    end();
}

static void check_rules(void) {
#define RULE_OF_BITS(NAME, mask) check_rule(RULE_##NAME);
#define RULE_OF_TRUTH(NAME, condition) check_rule(RULE_##NAME);
#include "code/undefined.def"
}

/* Small enough to try all values of the undefined bits: what the rule calls defined must be the same for all. */
static u64 result_of(UndefinedRule rule, u32 bits, u64 x, u64 y) {
    i64 sx = sign_extend(x, bits), sy = sign_extend(y, bits);
    switch (rule) {
    case RULE_SMEAR: return (x + y) & low_mask(bits);
    case RULE_PRODUCT: return x * y & low_mask(bits);
    case RULE_AND: return x & y;
    case RULE_OR: return x | y;
    case RULE_XOR: return x ^ y;
    case RULE_SHIFT_LEFT: return y < bits ? x << y & low_mask(bits) : 0;
    case RULE_SHIFT_RIGHT: return y < bits ? x >> y : 0;
    case RULE_SHIFT_RIGHT_SIGNED: return (u64)(sx >> MIN(y, bits - 1)) & low_mask(bits);
    case RULE_COMPARE_EQUAL: return x == y;
    case RULE_COMPARE_UNSIGNED: return x < y;
    case RULE_COMPARE_SIGNED: return sx < sy;
    case RULE_COMPARE_UNSIGNED_INCLUSIVE: return x <= y;
    case RULE_COMPARE_SIGNED_INCLUSIVE: return sx <= sy;
    default: return 0;
    }
}

static void check_by_trying(UndefinedRule rule, bool is_exact) {
    enum { BITS = 4 };
    u64 x = below(16), y = below(16), ux = below(16), uy = below(16), varies = 0;
    u64 first = result_of(rule, BITS, x & ~ux, y & ~uy);
    for (u64 a = 0; a < 16; a++)
        for (u64 b = 0; b < 16; b++)
            varies |= first ^ result_of(rule, BITS, (x & ~ux) | (a & ux), (y & ~uy) | (b & uy));
    u64 mask = undefined_by_rule(rule, BITS, x, y, ux, uy);
    CHECK(!(varies & ~mask));
    if (is_exact) CHECK(varies == mask);
}

static void check_rules_by_trying(void) {
    for (UndefinedRule rule = RULE_AND; rule <= RULE_XOR; rule++) check_by_trying(rule, true);
    for (UndefinedRule rule = RULE_COMPARE_EQUAL; rule <= RULE_COMPARE_SIGNED_INCLUSIVE; rule++)
        check_by_trying(rule, true);
    for (UndefinedRule rule = RULE_SHIFT_LEFT; rule <= RULE_SHIFT_RIGHT_SIGNED; rule++) check_by_trying(rule, false);
    check_by_trying(RULE_SMEAR, false);
    check_by_trying(RULE_PRODUCT, false);
}

/* ---- Codes and scalar operations, through the machine ---- */

static Machine machine;

enum {
    CELL_X,
    CELL_Y = CELL_X + LIMBS,
    CELL_Z = CELL_Y + LIMBS,
    CELL_RESULT = CELL_Z + LIMBS,
    CELL_JUMPED = CELL_RESULT + LIMBS,
    CELL_COUNT
};

typedef struct {
    u64 value[LIMBS], mask[LIMBS];
    bool failed, jumped, reported;
} Outcome;

/* Runs one code in a frame of its own in the tracking loop. What fails gives poison, for the instruction is a freeze;
 * with `clear`, nothing is undefined: whether it fails. */
static Outcome run_code(Code code, const Operand64 *x, const Operand64 *y, const Operand64 *z, bool clear) {
    static const Type type = {.kind = TYPE_INT, .bits = 64};
    Insn insn = {.op = OP_FREEZE, .type = &type};
    Function function = {.name = "test", .insns = &insn, .insn_count = 1};
    Code codes[] = {code, {.op = CODE_FINISH}, {.op = CODE_CONST, .d = CELL_JUMPED, .imm = 1}, {.op = CODE_FINISH}};
    u32 origins[COUNT_OF(codes)] = {0};
    Compiled compiled = {
        .function = &function, .code = codes, .code_count = COUNT_OF(codes), .origins = origins, .cells = CELL_COUNT};
    u64 *cells = machine.cells + FRAME_CELLS, *masks = undefined_of(&machine, cells);
    *frame_of(cells) = (Frame){.compiled = &compiled, .is_tracked = true};
    const Operand64 *operands[] = {x, y, z};
    memset(cells, 0, CELL_COUNT * sizeof *cells);
    memset(masks, 0, CELL_COUNT * sizeof *masks);
    for (u32 i = 0; i < 3 * LIMBS; i++) {
        const Operand64 *limb = &operands[i / LIMBS][i % LIMBS];
        cells[i] = limb->value & (clear ? ~limb->mask : ~(u64)0);
        masks[i] = clear ? 0 : limb->mask;
    }
    machine.end = RUN_RETURNED;
    bool executed = true;
    if (code.op != CODE_SCALAR) machine.tracking.handlers[code.op](&machine, codes, cells, &machine.tracking);
    else if (track_rule(&machine, codes, cells) != STEP_END) executed = scalar_execute(code.data, cells);
    Outcome outcome = {.jumped = cells[CELL_JUMPED] != 0, .reported = machine.end == RUN_FAULT};
    memcpy(outcome.value, cells + CELL_RESULT, sizeof outcome.value);
    memcpy(outcome.mask, masks + CELL_RESULT, sizeof outcome.mask);
    outcome.failed = clear && (outcome.mask[0] || !executed);
    fault_free(&machine.fault);
    machine.fault = (Fault){0};
    return outcome;
}

static bool is_branch(u32 op) {
    u8 form = code_infos[op].form;
    return form == FORM_BRANCH_R || form == FORM_BRANCH_RR || form == FORM_BRANCH_RI;
}

static bool computes(u32 op) {
    u8 form = code_infos[op].form, rule = code_infos[op].rule;
    if (is_branch(op)) return true;
    if (rule == RULE_CHECK_SET || rule == RULE_RANGE || rule == RULE_SIZE || rule == RULE_RETURN ||
        rule == RULE_POINTER)
        return false;
    return rule == RULE_ADDRESS || form == FORM_R || form == FORM_RR || form == FORM_RI || form == FORM_RRR;
}

static Code random_code(u32 op) {
    Code code = {
        .op = (u16)op, .d = is_branch(op) ? 2 : CELL_RESULT, .a = CELL_X, .b = CELL_Y, .imm = (i64)random_value(64)};
    if (op == CODE_SELECT) code.imm = CELL_Z;
    if (op == CODE_FCMP_F || op == CODE_FCMP_D) code.aux = (u16)below(16);
    if (op == CODE_SEXT) code.aux = (u16)(1 + below(63));
    if (op >= CODE_ADDRESS && op <= CODE_ADDRESS32_W) code.aux = (u16)below(40), code.imm = below(100);
    return code;
}

/* Where the machine looks for objects: no term is the number it gives. */
static bool looks_at_objects(u32 op) {
    return code_infos[op].rule == RULE_ADDRESS || op == CODE_PTRSUB || op == CODE_PTRSUB32;
}

static bool code_agrees(u32 op) {
    Code code = random_code(op);
    Operand64 x[LIMBS] = {operand("x", 64)}, y[LIMBS] = {operand("y", 64)}, z[LIMBS] = {operand("z", 64)};
    bool immediate = code_infos[op].form == FORM_RI || code_infos[op].form == FORM_BRANCH_RI;
    Term *second = immediate ? term_const(store, 64, (u64)code.imm) : y->term;
    Outcome got = run_code(code, x, y, z, false);
    if (is_branch(op)) {
        Term *condition = lift_condition(store, &code, x->term, second);
        return is(condition, got.jumped, got.reported);
    }
    if (code_infos[op].rule == RULE_DIVIDE && y->mask) return got.reported;
    bool fails = run_code(code, x, y, z, true).failed;
    Lifted lifted = lift_code(store, &code, x->term, second, z->term);
    if (lifted.trap && term_is_tainted(lifted.trap)) return false;
    if (fails != holds(lifted.trap)) return false;
    if (looks_at_objects(op)) got.value[0] = value_of(term_value_of(lifted.value));
    return fails || is(lifted.value, got.value[0], got.mask[0]);
}

static void check_codes(u32 rounds) {
    for (u32 op = 0; op < CODE_COUNT; op++)
        for (u32 i = 0; i < rounds && computes(op) && checks_failed < 20; i++) {
            begin();
            bool ok = code_agrees(op);
            if (!ok) printf("%s\n", code_infos[op].name);
            CHECK(ok);
            end();
        }
}

/* ---- Scalar operations ---- */

static void random_limbs(const char *name, u32 bits, Operand64 *out, Term **limbs) {
    static const char *const suffix[LIMBS] = {"0", "1", "2"};
    for (u32 i = 0; i < LIMBS; i++) {
        u32 here = bits > i * 64 ? MIN(64u, bits - i * 64) : 0;
        char limb[32];
        snprintf(limb, sizeof limb, "%s%s", name, suffix[i]);
        out[i] = here ? operand(limb, here) : (Operand64){0};
        limbs[i] = here ? term_zext(store, out[i].term, 64) : term_const(store, 64, 0);
    }
}

static bool scalar_agrees(Op kind, u32 bits, u32 result_bits, u16 flags, bool is_float) {
    Type type = {.kind = is_float ? TYPE_FLOAT : TYPE_INT, .bits = bits}, to = {.kind = TYPE_INT, .bits = result_bits};
    Insn insn = {.op = (u16)kind, .flags = flags, .type = &type, .a = 1, .b = 1, .c = 1};
    ScalarOp op = {.insn = &insn,
                   .type = &type,
                   .result_type = &to,
                   .bits = bits,
                   .result_bits = result_bits,
                   .a = {.cell = CELL_X},
                   .b = {.cell = CELL_Y},
                   .c = {.cell = CELL_Z},
                   .d = CELL_RESULT};
    bool is_ternary = kind == OP_SELECT || kind == OP_FSHL || kind == OP_FSHR;
    bool is_unary = kind == OP_TRUNC || kind == OP_ZEXT || kind == OP_SEXT || kind == OP_BITCAST || kind == OP_MOVE ||
                    kind == OP_FREEZE;
    Operand64 x[LIMBS], y[LIMBS], z[LIMBS];
    Term *a[LIMBS], *b[LIMBS], *c[LIMBS], *result[LIMBS], *trap;
    random_limbs("x", kind == OP_SELECT ? 1 : bits, x, a);
    random_limbs("y", bits, y, b);
    random_limbs("z", bits, z, c);
    if (is_unary) insn.b = OPERAND_NONE;
    if (!is_ternary) insn.c = OPERAND_NONE;
    Code code = {.op = CODE_SCALAR, .data = &op};
    Outcome got = run_code(code, x, y, z, false);
    bool divides = undefined_rule_of(kind, bits) == RULE_DIVIDE;
    if (divides && (y[0].mask || (bits > 64 && y[1].mask) || (bits > 128 && y[2].mask))) return got.reported;
    bool fails = run_code(code, x, y, z, true).failed;
    if (!lift_scalar(store, &op, a, is_unary ? NULL : b, is_ternary ? c : NULL, result, &trap)) return false;
    if (fails != holds(trap)) return false;
    for (u32 i = 0; i < term_limb_count(result_bits) && !fails; i++)
        if (!is(result[i], got.value[i], got.mask[i])) return false;
    return true;
}

static void check_scalar(Op op, u32 bits, u32 result_bits, u16 flags, bool is_float) {
    if (checks_failed > 20) return;
    begin();
    bool ok = scalar_agrees(op, bits, result_bits, flags, is_float);
    if (!ok) printf("%s %u to %u flags %x\n", op_name(op), bits, result_bits, flags);
    CHECK(ok);
    end();
}

static u32 random_width(void) {
    static const u32 usual[] = {1, 7, 8, 16, 32, 33, 64, 65, 128};
    return below(2) ? usual[below(COUNT_OF(usual))] : 1 + below(LIMBS * 64);
}

static void check_scalars(void) {
    for (Op op = OP_ADD; op <= OP_FSHR; op++) {
        u32 bits = op == OP_BSWAP ? 16 * (1 + below(LIMBS * 4)) : random_width();
        u16 flags = (u16)(next() & (INSN_CHECKED | INSN_SIGNED_BASE | INSN_NSW | INSN_NUW | INSN_EXACT));
        bool is_unary =
            op == OP_ABS || op == OP_BSWAP || op == OP_BITREVERSE || op == OP_CTPOP || op == OP_CTLZ || op == OP_CTTZ;
        if (!is_unary) check_scalar(op, bits, bits, below(2) ? flags : 0, false);
    }
    for (Op op = OP_EQ; op <= OP_SMUL_OVERFLOWS; op++) check_scalar(op, random_width(), 1, 0, false);
    u32 one = random_width(), other = random_width();
    check_scalar(OP_TRUNC, MAX(one, other), MIN(one, other), 0, false);
    check_scalar(OP_ZEXT, MIN(one, other), MAX(one, other), 0, false);
    check_scalar(OP_SEXT, MIN(one, other), MAX(one, other), 0, false);
    check_scalar(OP_BITCAST, one, one, 0, false);
    check_scalar(OP_MOVE, one, one, 0, false);
    check_scalar(OP_FREEZE, one, one, 0, false);
    check_scalar(OP_SELECT, one, one, 0, false);
    for (Op op = OP_FADD; op <= OP_FDIV; op++) check_scalar(op, 64, 64, 0, true);
}

/* ---- Arrays of which elements are undefined ---- */

static void check_arrays(void) {
    enum { INDEX = 4, COUNT = 1 << INDEX };
    u64 values[COUNT] = {0}, masks[COUNT] = {0};
    begin();
    Term *array = term_filled(store, INDEX, term_const(store, 8, 0));
    for (u32 step = 0; step < 6; step++) {
        char name[16];
        snprintf(name, sizeof name, "e%u", step);
        Operand64 element = operand(name, 8);
        snprintf(name, sizeof name, "i%u", step);
        u64 at = below(COUNT), from = below(COUNT), count = below(COUNT);
        Term *to = number(name, INDEX, at), *length = term_const(store, INDEX, count),
             *start = term_const(store, INDEX, from);
        u64 old_values[COUNT], old_masks[COUNT];
        memcpy(old_values, values, sizeof values);
        memcpy(old_masks, masks, sizeof masks);
        u32 kind = below(4);
        if (kind == 0) {
            array = term_store(store, array, to, element.term);
            values[at] = element.value, masks[at] = element.mask;
        }
        if (kind == 1) array = term_fill(store, array, to, element.term, length);
        if (kind == 2) array = term_copy(store, array, to, array, start, length);
        if (kind == 3) {
            bool taken = below(2);
            snprintf(name, sizeof name, "c%u", step);
            array = term_ite(store, number(name, 1, taken), term_store(store, array, to, element.term), array);
            if (taken) values[at] = element.value, masks[at] = element.mask;
        }
        for (u64 k = 0; k < count && kind == 1; k++)
            values[(at + k) % COUNT] = element.value, masks[(at + k) % COUNT] = element.mask;
        for (u64 k = 0; k < count && kind == 2; k++)
            values[(at + k) % COUNT] = old_values[(from + k) % COUNT],
                              masks[(at + k) % COUNT] = old_masks[(from + k) % COUNT];
    }
    for (u32 i = 0; i < COUNT; i++) {
        Term *read = term_select(store, array, number("r", INDEX, i));
        CHECK(is(read, values[i], masks[i]));
        Term *part = term_sext(store, term_extract(store, term_concat(store, read, read), 6, 5), 20);
        u64 value = (values[i] << 8 | values[i]) >> 6 & 31, mask = (masks[i] << 8 | masks[i]) >> 6 & 31;
        CHECK(is(part, (u64)sign_extend(value, 5) & 0xfffff, (u64)sign_extend(mask, 5) & 0xfffff));
    }
    end();
}

int main(int argc, char **argv) {
    u32 rounds = argc > 1 ? (u32)atoi(argv[1]) : 100;
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    Program program = {.pointer_bytes = 8};
    MachineOptions options = {.max_memory = 1 << 20, .max_stack = 1 << 20};
    machine_init(&machine, &program, &options);
    machine.always_tracks = true;
    for (u32 i = 0; i < rounds; i++) {
        check_rules();
        check_rules_by_trying();
        check_scalars();
        check_arrays();
    }
    check_codes(rounds);
    machine_free(&machine);
    return finish();
}
