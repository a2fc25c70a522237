/* The machine's operations as terms against the machine itself: every code through its handler in the fast loop, every
 * scalar operation through scalar_execute, on random and boundary operands. Each operand is a constant, a symbol or a
 * narrow symbol extended, whose facts the constructors use; the value of the terms under a model must be the machine's.
 * Usage: lift_ops [rounds, 150 unless told] [seed]. */
#include "check.h"
#include "semantics/lift_ops.h"
#include "term/model.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LIMBS = 4, WIDEST = 200 };

static u64 seed = 1;
static u64 next(void) {
    seed += 0x9e3779b97f4a7c15u;
    return hash_mix(seed);
}
static u32 below(u32 n) { return (u32)(next() % n); }

/* ---- Operands ---- */

static TermStore *store;
static Model *model;

typedef struct {
    Term *term;
    u64 limbs[MOST_LIMBS];
} Value;

static void trim(u64 *limbs, u32 bits) {
    if (bits % 64) limbs[bits / 64] &= low_mask(bits % 64);
    for (u32 i = (bits + 63) / 64; i < MOST_LIMBS; i++) limbs[i] = 0;
}

/* Often small, often near the ends of the range, often a power of two. */
static void random_limbs(u64 *limbs, u32 bits) {
    u32 kind = below(6);
    for (u32 i = 0; i < MOST_LIMBS; i++) limbs[i] = kind < 2 ? next() : kind == 2 ? ~(u64)0 : 0;
    if (kind >= 2 && kind <= 3) limbs[0] ^= below(70);
    if (kind == 4) limbs[(bits - 1) / 64] = (u64)1 << ((bits - 1) % 64);
    if (kind == 5) limbs[0] = bits + below(3) - 1;
    u32 bit = below(bits);
    if (kind == 4 && below(2)) limbs[bit / 64] ^= (u64)1 << (bit % 64);
    if (kind == 4 && below(2))
        for (u32 i = 0; i < MOST_LIMBS; i++) limbs[i] = ~limbs[i];
    trim(limbs, bits);
}

/* Random patterns, zeros, numbers about one, ends of the range, both kinds of NaN. */
static void random_float(u64 *limbs, u32 bits) {
    u32 fraction = bits == 32 ? 23 : 52, kind = below(7);
    u64 top = low_mask(bits - 1 - fraction), bias = top / 2;
    u64 exponent = kind == 0 ? next() & top : kind == 1 ? below(2) : kind == 2 ? top - below(2) : bias + below(140) - 4;
    u64 part = below(3) ? next() & low_mask(fraction) : below(3);
    if (kind == 3) part = (u64)below(8) << (fraction - 3);
    if (kind == 4) exponent = bias + below(4);
    if (below(8) == 0) part |= (u64)1 << (fraction - 1);
    memset(limbs, 0, MOST_LIMBS * sizeof *limbs);
    limbs[0] = (u64)below(2) << (bits - 1) | exponent << fraction | part;
}

static Term *symbol(const char *name, u32 width, const u64 *limbs) {
    Term *term = term_symbol(store, name, width);
    model_set(model, term, term_const_wide(store, width, limbs));
    return term;
}

/* The operand `name` in one of its shapes. */
static Value operand(const char *name, u32 bits, bool is_float) {
    Value value;
    u32 shape = below(is_float ? 2 : 4), narrow = MIN(5u, bits);
    if (is_float) random_float(value.limbs, bits);
    else random_limbs(value.limbs, bits);
    if (shape >= 2) {
        u64 limbs[MOST_LIMBS] = {next() & low_mask(narrow)};
        Term *small = symbol(name, narrow, limbs);
        value.term = shape == 2 ? term_zext(store, small, bits) : term_sext(store, small, bits);
        memset(value.limbs, 0, sizeof value.limbs);
        memcpy(value.limbs, term_limbs(model_eval(model, value.term)), term_limb_count(bits) * sizeof(u64));
    } else {
        value.term = shape ? symbol(name, bits, value.limbs) : term_const_wide(store, bits, value.limbs);
    }
    return value;
}

static void begin(void) {
    store = term_store_new();
    model = model_new(store);
}
static void end(void) {
    model_release(model);
    term_store_free(store);
}
static bool holds(Term *condition) { return condition && model_satisfies(model, condition); }
static u64 value_of(Term *term) { return model_eval(model, term)->value; }

/* ---- Codes ---- */

static Machine machine;

typedef struct {
    u64 value;
    bool failed, jumped;
} Outcome;

enum { CELL_X, CELL_Y, CELL_Z, CELL_RESULT, CELL_JUMPED, CELL_COUNT };

/* Runs one code on the cells x, y and z in a frame of its own. What fails gives poison: the instruction is a freeze. */
static Outcome run_code(Code code, u64 x, u64 y, u64 z) {
    static const Type type = {.kind = TYPE_INT, .bits = 64};
    Insn insn = {.op = OP_FREEZE, .type = &type};
    Function function = {.name = "test", .insns = &insn, .insn_count = 1};
    Code codes[] = {code, {.op = CODE_FINISH}, {.op = CODE_CONST, .d = CELL_JUMPED, .imm = 1}, {.op = CODE_FINISH}};
    u32 origins[COUNT_OF(codes)] = {0};
    Compiled compiled = {.function = &function, .code = codes, .code_count = COUNT_OF(codes), .origins = origins,
                         .cells = CELL_COUNT};
    u64 *cells = machine.cells + FRAME_CELLS;
    *frame_of(cells) = (Frame){.compiled = &compiled};
    memcpy(cells, (u64[]){x, y, z, 0, 0}, CELL_COUNT * sizeof(u64));
    machine.fast.handlers[code.op](&machine, codes, cells, &machine.fast);
    bool failed = frame_of(cells)->is_tracked && undefined_of(&machine, cells)[CELL_RESULT];
    return (Outcome){cells[CELL_RESULT], failed, cells[CELL_JUMPED] != 0};
}

static bool is_float_code(u32 op) { return op >= CODE_FADD_F && op <= CODE_FCMP_D; }
static bool is_address(u32 op) { return op >= CODE_ADDRESS && op <= CODE_ADDRESS_W; }
static bool is_branch(u32 op) {
    u8 form = code_infos[op].form;
    return form == FORM_BRANCH_R || form == FORM_BRANCH_RR || form == FORM_BRANCH_RI;
}

/* What the decoder would put there. */
static Code random_code(u32 op) {
    Code code = {.op = (u16)op, .d = is_branch(op) ? 2 : CELL_RESULT, .a = CELL_X, .b = CELL_Y};
    u64 limbs[MOST_LIMBS];
    random_limbs(limbs, 64);
    code.imm = (i64)limbs[0];
    if (op == CODE_SELECT) code.imm = CELL_Z;
    if (op == CODE_FCMP_F || op == CODE_FCMP_D) code.aux = (u16)below(16);
    if (op == CODE_MASK && below(2)) code.imm = (i64)low_mask(1 + below(64));
    if (op == CODE_SEXT) code.aux = (u16)(1 + below(63));
    if (op >= CODE_SEXT8 && op <= CODE_SEXT && below(4)) code.imm = (i64)low_mask(32 + below(33));
    if (op >= CODE_ADDRESS && op <= CODE_ADDRESS32_W) {
        code.aux = (u16)(below(2) ? below(40) : next());
        if (below(2)) code.imm = (i64)below(1000) - 500;
    }
    return code;
}

/* Where the machine would look at its objects the meaning is that of the plain numbers. */
static Outcome expected(const Code *code, u64 x, u64 y, u64 z) {
    u64 cells[] = {x, y, z}, delta = is_address(code->op) ? (u64)code_delta(code, cells) : 0;
    if (is_address(code->op) && ((u64)(u32)x + delta) >> 32) return (Outcome){.value = x + delta};
    bool apart = (x ^ y) >> 32;
    if (code->op == CODE_PTRSUB && apart) return (Outcome){.value = x - y};
    if (code->op == CODE_PTRSUB32 && apart) return (Outcome){.value = (u32)(x - y)};
    return run_code(*code, x, y, z);
}

static bool has_immediate(u32 op) { return code_infos[op].form == FORM_RI || code_infos[op].form == FORM_BRANCH_RI; }

static Value cell_operand(const char *name, u32 op) {
    if (!is_float_code(op)) return operand(name, 64, false);
    u32 bits = code_infos[op].bits;
    Value value = operand(name, bits, true);
    value.term = term_zext(store, value.term, 64);
    return value;
}

static bool code_agrees(u32 op) {
    Code code = random_code(op);
    Value x = cell_operand("x", op), y = cell_operand("y", op), z = cell_operand("z", op);
    if (has_immediate(op)) y.term = term_const(store, 64, (u64)code.imm);
    Outcome outcome = expected(&code, x.limbs[0], y.limbs[0], z.limbs[0]);
    bool ok;
    u64 got = 0, fails = 0;
    if (is_branch(op)) {
        got = holds(lift_condition(store, &code, x.term, y.term));
        ok = got == outcome.jumped;
    } else {
        Lifted lifted = lift_code(store, &code, x.term, y.term, z.term);
        got = value_of(lifted.value);
        fails = holds(lifted.trap);
        ok = fails == outcome.failed && (outcome.failed || (got == outcome.value && lifted.value->width == 64));
    }
    if (!ok)
        printf("%s x %llx y %llx z %llx imm %llx aux %u: %llx, fails %llu, terms say %llx, %llu\n", code_infos[op].name,
               (unsigned long long)x.limbs[0], (unsigned long long)y.limbs[0], (unsigned long long)z.limbs[0],
               (unsigned long long)code.imm, code.aux, (unsigned long long)outcome.value,
               (unsigned long long)outcome.failed, (unsigned long long)got, (unsigned long long)fails);
    return ok;
}

/* Whether a term can be expected: the operations that compute a cell from cells. INTTOPTR32 looks for an object. */
static bool is_liftable(u32 op) {
    if (is_branch(op)) return true;
    switch (code_infos[op].rule) {
    case RULE_CHECK_SET:
    case RULE_RANGE:
    case RULE_SIZE:
    case RULE_RETURN: return false;
    case RULE_ADDRESS: return true;
    default: break;
    }
    u8 form = code_infos[op].form;
    return (form == FORM_R || form == FORM_RR || form == FORM_RI || form == FORM_RRR) && op != CODE_INTTOPTR32;
}

static void check_codes(u32 rounds) {
    for (u32 op = 0; op < CODE_COUNT; op++) {
        int failed_before = checks_failed;
        for (u32 i = 0; i < rounds && checks_failed < failed_before + 3; i++) {
            begin();
            if (is_liftable(op)) CHECK(code_agrees(op));
            end();
        }
        if (is_liftable(op)) continue;
        begin();
        Term *x = term_symbol(store, "x", 64);
        CHECK(!lift_code(store, &(Code){.op = (u16)op}, x, x, x).value);
        CHECK(!lift_condition(store, &(Code){.op = (u16)op}, x, x));
        end();
    }
}

/* ---- Scalar operations ---- */

typedef struct {
    Op op;
    u32 bits, result_bits; /* of operands and result */
    bool from_float;
    u16 flags;
    u32 extra;
} Case;

static void take_apart(Term *whole, Term **limbs) {
    for (u32 low = 0; low < whole->width; low += 64)
        limbs[low / 64] = term_zext(store, term_extract(store, whole, low, MIN(whole->width - low, 64u)), 64);
}

static bool scalar_agrees(Case c) {
    Type type = {.kind = c.from_float ? TYPE_FLOAT : TYPE_INT, .bits = c.bits}, to = {.kind = TYPE_INT, .bits = c.result_bits};
    Insn insn = {.op = (u16)c.op, .flags = c.flags, .extra = c.extra, .type = &type};
    enum { A, B = MOST_LIMBS, C = 2 * MOST_LIMBS, D = 3 * MOST_LIMBS, CELLS = 4 * MOST_LIMBS };
    ScalarOp op = {.insn = &insn, .type = &type, .result_type = &to, .bits = c.bits, .result_bits = c.result_bits,
                   .a = {.cell = A}, .b = {.cell = B}, .c = {.cell = C}, .d = D};
    bool classifies = c.op == OP_FMATH && c.extra == FLOAT_ISFPCLASS;
    Value a = operand("a", c.op == OP_SELECT ? 1 : c.bits, c.from_float);
    Value b = operand("b", classifies ? 32 : c.bits, c.from_float && !classifies);
    Value third = operand("c", c.bits, c.from_float);
    u64 r[CELLS];
    memcpy(r + A, a.limbs, sizeof a.limbs);
    memcpy(r + B, b.limbs, sizeof b.limbs);
    memcpy(r + C, third.limbs, sizeof third.limbs);
    memset(r + D, 0, sizeof a.limbs);
    bool fails = !scalar_execute(&op, r);
    Term *limbs[3][MOST_LIMBS], *result[MOST_LIMBS], *trap;
    take_apart(a.term, limbs[0]);
    take_apart(b.term, limbs[1]);
    take_apart(third.term, limbs[2]);
    if (!lift_scalar(store, &op, limbs[0], limbs[1], limbs[2], result, &trap)) {
        printf("%s %u to %u extra %u: no term\n", op_name(c.op), c.bits, c.result_bits, c.extra);
        return false;
    }
    bool ok = holds(trap) == fails;
    for (u32 i = 0; i < term_limb_count(c.result_bits) && !fails; i++)
        ok = ok && result[i]->width == 64 && value_of(result[i]) == r[D + i];
    if (!ok)
        printf("%s %u to %u flags %x extra %u on %llx %llx %llx: %llx, fails %d; terms say %llx, %d\n", op_name(c.op),
               c.bits, c.result_bits, c.flags, c.extra, (unsigned long long)a.limbs[0], (unsigned long long)b.limbs[0],
               (unsigned long long)third.limbs[0], (unsigned long long)r[D], fails,
               (unsigned long long)value_of(result[0]), holds(trap));
    return ok;
}

static void check_case(Case c) {
    if (checks_failed > 40) return;
    begin();
    CHECK(scalar_agrees(c));
    end();
}

static u32 random_width(u32 most) {
    static const u32 usual[] = {1, 2, 7, 8, 16, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128};
    u32 width = below(2) ? usual[below(COUNT_OF(usual))] : 1 + below(most);
    return MIN(width, most);
}
static u16 random_flags(void) {
    return (u16)(next() & (INSN_CHECKED | INSN_SIGNED_BASE | INSN_NSW | INSN_NUW | INSN_EXACT | INSN_ZERO_POISON));
}

static void check_integers(void) {
    for (Op op = OP_ADD; op <= OP_FSHR; op++) {
        u32 bits = op == OP_BSWAP ? 16 * (1 + below(WIDEST / 16)) : random_width(WIDEST);
        check_case((Case){op, bits, bits, .flags = below(3) ? random_flags() : 0});
    }
    for (Op op = OP_EQ; op <= OP_SMUL_OVERFLOWS; op++) check_case((Case){op, random_width(WIDEST), 1});
    u32 one = random_width(WIDEST), other = random_width(WIDEST), narrow = MIN(one, other), wide = MAX(one, other);
    check_case((Case){OP_TRUNC, wide, narrow});
    check_case((Case){OP_ZEXT, narrow, wide});
    check_case((Case){OP_SEXT, narrow, wide});
    check_case((Case){OP_PTRTOINT, 64, one});
    check_case((Case){OP_INTTOPTR, one, 64});
    check_case((Case){OP_BITCAST, one, one});
    check_case((Case){OP_MOVE, one, one});
    check_case((Case){OP_FREEZE, one, one});
    check_case((Case){OP_SELECT, one, one});
}

static bool gives_integer(FloatFunction function) { return function == FLOAT_LRINT || function == FLOAT_LROUND; }
static bool has_term(FloatFunction function) {
    switch (function) {
    case FLOAT_POW:
    case FLOAT_POWI:
    case FLOAT_LDEXP: return false;
    default: return function < FLOAT_SIN || function > FLOAT_LOG10;
    }
}

static void check_floats(u32 bits) {
    for (Op op = OP_FADD; op <= OP_FNEG; op++) check_case((Case){op, bits, bits, true});
    check_case((Case){OP_FCMP, bits, 1, true, .extra = below(16)});
    for (FloatFunction function = 0; function < FLOAT_FUNCTION_COUNT; function++) {
        u32 to = gives_integer(function) ? (below(2) ? 32 : 64) : function == FLOAT_ISFPCLASS ? 1 : bits;
        if (has_term(function)) check_case((Case){OP_FMATH, bits, to, true, .extra = function});
    }
    for (Op op = OP_FPTOUI; op <= OP_FPTOSI_SAT; op++) check_case((Case){op, bits, random_width(128), true});
    check_case((Case){OP_UITOFP, random_width(128), bits});
    check_case((Case){OP_SITOFP, random_width(128), bits});
    check_case((Case){bits == 32 ? OP_FPEXT : OP_FPTRUNC, bits, bits == 32 ? 64 : 32, true});
    check_case((Case){OP_BITCAST, bits, bits, true});
    check_case((Case){OP_SELECT, bits, bits, true});
}

/* What has no term says so. */
static void check_refusals(void) {
    static const Case cases[] = {{OP_FADD, 80, 80, true},
                                 {OP_FPEXT, 64, 80, true},
                                 {OP_FPTRUNC, 128, 64, true},
                                 {OP_FPTOSI, 64, 129, true},
                                 {OP_UITOFP, 200, 64},
                                 {OP_FMATH, 64, 64, true, .extra = FLOAT_SIN},
                                 {OP_FMATH, 64, 64, true, .extra = FLOAT_LDEXP}};
    begin();
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        Type type = {.kind = TYPE_FLOAT, .bits = cases[i].bits}, to = {.kind = TYPE_FLOAT, .bits = cases[i].result_bits};
        Insn insn = {.op = (u16)cases[i].op, .extra = cases[i].extra, .type = &type};
        ScalarOp op = {.insn = &insn, .type = &type, .result_type = &to, .bits = type.bits, .result_bits = to.bits};
        Term *limbs[MOST_LIMBS], *result[MOST_LIMBS], *trap;
        for (u32 k = 0; k < MOST_LIMBS; k++) limbs[k] = term_symbol(store, "x", 64);
        CHECK(!lift_scalar(store, &op, limbs, limbs, NULL, result, &trap));
    }
    end();
}

/* The object in the high half of an ILP32 pointer is no part of the number, but moves with the pointer. */
static void check_pointers_of_32_bits(void) {
    static const Type pointer = {.kind = TYPE_POINTER}, wide = {.kind = TYPE_INT, .bits = 128};
    Insn cast = {.op = OP_PTRTOINT, .type = &wide}, freeze = {.op = OP_FREEZE, .type = &pointer};
    u64 r[4] = {(u64)7 << 32 | 0x80001234u, 0, ~(u64)0, ~(u64)0};
    begin();
    Term *x[] = {symbol("p", 64, r)}, *result[2], *trap;
    ScalarOp op = {.insn = &cast, .type = &pointer, .result_type = &wide, .bits = 32, .result_bits = 128, .d = 2};
    CHECK(scalar_execute(&op, r) && r[2] == 0x80001234u && r[3] == 0);
    CHECK(lift_scalar(store, &op, x, NULL, NULL, result, &trap) && !trap);
    CHECK(value_of(result[0]) == 0x80001234u && value_of(result[1]) == 0);
    op = (ScalarOp){.insn = &freeze, .type = &pointer, .result_type = &pointer, .bits = 32, .result_bits = 32, .d = 2};
    CHECK(scalar_execute(&op, r) && r[2] == r[0]);
    CHECK(lift_scalar(store, &op, x, NULL, NULL, result, &trap) && result[0] == x[0]);
    end();
}

/* A check that the facts decide, or that is a comparison with a bound, must stay that small. */
static void check_sizes(void) {
    begin();
    Term *x = term_symbol(store, "x", 64), *small = term_zext(store, term_symbol(store, "s", 8), 64);
    Term *one = term_const(store, 64, 1), *ten = term_const(store, 64, 10);
    CHECK(!lift_code(store, &(Code){.op = CODE_ADDC32}, small, small, NULL).trap);
    CHECK(!lift_code(store, &(Code){.op = CODE_MULC32}, small, small, NULL).trap);
    CHECK(!lift_code(store, &(Code){.op = CODE_UDIV32}, x, ten, NULL).trap);
    CHECK(lift_code(store, &(Code){.op = CODE_ADDC32I}, x, one, NULL).trap->height <= 3);
    CHECK(lift_code(store, &(Code){.op = CODE_MULC32I}, x, ten, NULL).trap->height <= 6);
    CHECK(lift_code(store, &(Code){.op = CODE_ADD64}, x, ten, NULL).value == term_add(store, x, ten));
    Term *bit = term_symbol(store, "b", 1), *cell = term_zext(store, bit, 64);
    CHECK(lift_condition(store, &(Code){.op = CODE_BR}, cell, NULL) == bit);
    CHECK(lift_condition(store, &(Code){.op = CODE_BR_NE64I}, cell, term_const(store, 64, 0)) == bit);
    CHECK(lift_code(store, &(Code){.op = CODE_SELECT}, x, ten, cell).value == term_ite(store, bit, x, ten));
    end();
}

static void check_failures(void) {
    static const Type number = {.kind = TYPE_INT, .bits = 32}, single = {.kind = TYPE_FLOAT, .bits = 32};
    CHECK(scalar_failure_is_error(&(Insn){.op = OP_ADD, .flags = INSN_CHECKED, .type = &number}));
    CHECK(!scalar_failure_is_error(&(Insn){.op = OP_ADD, .flags = INSN_NSW, .type = &number}));
    CHECK(scalar_failure_is_error(&(Insn){.op = OP_SREM, .type = &number}));
    CHECK(!scalar_failure_is_error(&(Insn){.op = OP_LSHR, .flags = INSN_EXACT, .type = &number}));
    CHECK(!scalar_failure_is_error(&(Insn){.op = OP_FPTOSI, .type = &number}));
    CHECK(!scalar_failure_is_error(&(Insn){.op = OP_FMATH, .type = &single}));
}

int main(int argc, char **argv) {
    u32 rounds = argc > 1 ? (u32)atoi(argv[1]) : 150;
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    Program program = {.pointer_bytes = 8};
    MachineOptions options = {.max_memory = 1 << 20, .max_stack = 1 << 20};
    machine_init(&machine, &program, &options);
    check_codes(rounds);
    for (u32 i = 0; i < rounds; i++) {
        static const int modes[] = {FE_TONEAREST, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
        check_integers();
        fesetround(modes[i % COUNT_OF(modes)]);
        check_floats(32);
        check_floats(64);
        fesetround(FE_TONEAREST);
    }
    check_refusals();
    check_pointers_of_32_bits();
    check_sizes();
    check_failures();
    machine_free(&machine);
    return finish();
}
