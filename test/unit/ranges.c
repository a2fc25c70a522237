/* Intervals and congruences against runs: random functions over integers with loops are run, instruction by instruction,
 * and whenever a block is entered each register that was written must hold a number of its range. Also: what is found of
 * a few loops, so that ranges that hold everything are no answer.
 *
 *     ranges [SEED COUNT]
 */
#include "program/ranges.h"
#include "load.h"
#include "program/visit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Random functions ---- */

static u64 random_state;

static u32 pick(u32 count) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(random_state >> 33) % count;
}

static const char *const variables[] = {"a", "b", "c", "d", "s", "u"};

static void add_expression(Text *out, u32 depth) {
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "+", "-"};
    u32 operator= pick(COUNT_OF(operators));
    if (!depth || !pick(3)) {
        if (pick(2)) text_add(out, variables[pick(COUNT_OF(variables))]);
        else text_printf(out, "%d", (int)pick(40) - 8);
        return;
    }
    text_add(out, "(");
    add_expression(out, depth - 1);
    text_printf(out, " %s ", operators[operator]);
    if (operator>= 6 && operator<= 9) text_printf(out, "%u", 1 + pick(7)); /* shifts and divisors are right */
    else add_expression(out, depth - 1);
    text_add(out, ")");
}

static void add_statements(Text *out, u32 depth, u32 *loops) {
    static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
    for (u32 i = 1 + pick(3); i; i--) {
        const char *variable = variables[pick(COUNT_OF(variables))];
        u32 kind = depth ? pick(4) : 0;
        if (kind < 2) {
            text_printf(out, "%s = ", variable);
            add_expression(out, 2);
            text_add(out, ";\n");
        } else if (kind == 2) {
            text_printf(out, "if (%s %s %d) {\n", variable, comparisons[pick(6)], (int)pick(60) - 10);
            add_statements(out, depth - 1, loops);
            text_add(out, pick(2) ? "} else {\n" : "} {\n");
            add_statements(out, depth - 1, loops);
            text_add(out, "}\n");
        } else {
            u32 number = (*loops)++, step = 1 + pick(9);
            text_printf(out, "for (int i%u = %u; i%u < %u; i%u += %u) {\n%s += i%u * %u;\n", number, pick(5), number,
                        1 + pick(40), number, step, variable, number, pick(5));
            add_statements(out, depth - 1, loops);
            text_add(out, "}\n");
        }
    }
}

/* ---- Running ---- */

typedef struct {
    const Program *program;
    const Function *function;
    u64 *cells;
    bool *is_set;
} Run;

static u32 bits_of(const Type *type) { return type->kind == TYPE_INT && type->bits <= 64 ? type->bits : 0; }

static u64 value_of(const Run *run, Operand operand) {
    if (operand == OPERAND_NONE) return 0;
    return operand_is_constant(operand) ? run->program->constants.at[operand_index(operand)].limbs[0]
                                        : run->cells[operand];
}

/* False: the operation is not known here, or is an error. */
static bool compute(const Run *run, const Insn *insn, u64 *result) {
    u64 a = value_of(run, insn->a), b = value_of(run, insn->b);
    u32 bits = insn->a == OPERAND_NONE ? 0 : bits_of(operand_type(run->program, run->function, insn->a));
    i64 x = bits ? sign_extend(a, bits) : 0, y = bits ? sign_extend(b, bits) : 0;
    switch ((Op)insn->op) {
    case OP_ADD: *result = a + b; return true;
    case OP_SUB: *result = a - b; return true;
    case OP_MUL: *result = a * b; return true;
    case OP_AND: *result = a & b; return true;
    case OP_OR: *result = a | b; return true;
    case OP_XOR: *result = a ^ b; return true;
    case OP_SHL: *result = a << (b & 63); return b < bits;
    case OP_LSHR: *result = a >> (b & 63); return b < bits;
    case OP_ASHR: *result = (u64)(x >> (b & 63)); return b < bits;
    case OP_UDIV: *result = b ? a / b : 0; return b != 0;
    case OP_UREM: *result = b ? a % b : 0; return b != 0;
    case OP_SDIV: *result = y > 0 ? (u64)(x / y) : 0; return y > 0;
    case OP_SREM: *result = y > 0 ? (u64)(x % y) : 0; return y > 0;
    case OP_EQ: *result = a == b; return true;
    case OP_NE: *result = a != b; return true;
    case OP_ULT: *result = a < b; return true;
    case OP_ULE: *result = a <= b; return true;
    case OP_SLT: *result = x < y; return true;
    case OP_SLE: *result = x <= y; return true;
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_MOVE:
    case OP_FREEZE: *result = a; return true;
    case OP_SEXT: *result = (u64)x; return true;
    case OP_SELECT: *result = a ? b : value_of(run, insn->c); return true;
    default: return false;
    }
}

static void check_block(const Run *run, const Ranges *ranges, u32 block, const char *source) {
    for (u32 reg = 0; reg < run->function->register_count; reg++) {
        u32 bits = bits_of(run->function->registers[reg].type);
        if (!bits || !run->is_set[reg]) continue;
        Range range = ranges_at(ranges, block, reg);
        bool is_right = range_has(&range, run->cells[reg], bits);
        CHECK(is_right);
        if (is_right) continue;
        printf("%s\nblock %u, register %u: %llx of %u bits, %d [%lld, %lld] [%llu, %llu] %llu %lld\n", source, block,
               reg, (unsigned long long)run->cells[reg], bits, range.is_possible, (long long)range.low,
               (long long)range.high, (unsigned long long)range.ulow, (unsigned long long)range.uhigh,
               (unsigned long long)range.modulus, (long long)range.rest);
        exit(1);
    }
}

/* The number of blocks that were entered. */
static u32 run_function(const Program *program, const Function *function, const Ranges *ranges, const char *source) {
    enum { MOST_BLOCKS = 3000 };
    Run run = {program, function, xcalloc(function->register_count + 1, sizeof(u64)),
               xcalloc(function->register_count + 1, sizeof(bool))};
    u32 block = 0, entered = 0;
    for (u32 i = 0; i < function->param_count; i++) {
        run.cells[function->params[i]] = (pick(2) ? pick(100) : pick(1 << 30) * 7u) & 0xffffffffu;
        run.is_set[function->params[i]] = true;
    }
    while (entered++ < MOST_BLOCKS) {
        check_block(&run, ranges, block, source);
        const Block *b = &function->blocks[block];
        bool goes_on = true;
        for (u32 i = b->first; i + 1 < b->first + b->count && goes_on; i++) {
            const Insn *insn = &function->insns[i];
            u32 scoped = insn_scoped_register(function, insn);
            if (scoped != OPERAND_NONE) run.is_set[scoped] = false;
            if (insn->dst == OPERAND_NONE) continue;
            u32 bits = bits_of(function->registers[insn->dst].type);
            u64 result = 0;
            goes_on = bits && compute(&run, insn, &result);
            run.cells[insn->dst] = result & low_mask(bits);
            run.is_set[insn->dst] = goes_on;
        }
        const Insn *end = &function->insns[b->first + b->count - 1];
        if (!goes_on || (end->op != OP_BRANCH && end->op != OP_JUMP)) break;
        block = end->op == OP_JUMP || value_of(&run, end->a) ? end->b : end->c;
    }
    free(run.cells);
    free(run.is_set);
    return entered;
}

/* ---- Programs ---- */

static void check_random(u64 seed, u32 functions) {
    Text source = {0};
    random_state = seed;
    for (u32 i = 0; i < functions; i++) {
        u32 loops = 0;
        text_printf(&source, "int f%u(int a, int b, unsigned u) {\nint c = %u, d = %u; short s = %u;\n", i, pick(9),
                    pick(50), pick(9));
        add_statements(&source, 3, &loops);
        text_add(&source, "return a + b + c + d + s + u;\n}\n");
    }
    Program *program = load_text(source.chars);
    u32 entered = 0;
    for (u32 i = 0; program && i < functions; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        Function *function = program_function_named(program, name);
        Ranges *ranges = ranges_of(program, function);
        for (u32 k = 0; k < 4; k++) entered += run_function(program, function, ranges, source.chars);
        ranges_free(ranges);
    }
    CHECK(entered > functions * 8);
    if (program) program_free(program);
    text_free(&source);
}

/* ---- What is found ---- */

static Range range_at_loop(const char *source, const char *variable) {
    Program *program = load_text(source);
    Function *function = program_function_named(program, "f");
    Ranges *ranges = ranges_of(program, function);
    Range found = {0};
    for (u32 block = 0; block < function->block_count; block++) { /* the largest one: at the head of the loop */
        for (u32 i = 0; i < function->variable_count; i++) {
            const Variable *v = &function->variables[i];
            if (!v->name || strcmp(v->name, variable) || v->kind != VARIABLE_SLOT) continue;
            Range range = ranges_at(ranges, block, v->reg);
            bool is_set = range.is_possible && range.high - range.low < INT32_MAX;
            if (is_set && (!found.is_possible || range.high - range.low > found.high - found.low)) found = range;
        }
    }
    ranges_free(ranges);
    program_free(program);
    return found;
}

static void check_found(void) {
    Range r = range_at_loop("int f(void) { int i = 0; while (i < 100) i += 3; return i; }", "i");
    CHECK(r.low == 0 && r.high == 102 && r.modulus == 3 && r.rest == 0);
    r = range_at_loop("int f(void) { int i = 50; while (i > 0) i -= 7; return i; }", "i");
    CHECK(r.low == -6 && r.high == 50 && r.modulus == 7 && r.rest == 1);
    r = range_at_loop("unsigned f(unsigned n) { unsigned s = 0; while (n--) s = (s + 5) & 15; return s; }", "s");
    CHECK(r.ulow == 0 && r.uhigh == 15);
    r = range_at_loop("static int g(int n) { return n > 5 ? 8 : 4; } "
                      "int f(int n) { int k = 4; while (n-- > 0) k = g(n); return k; }",
                      "k");
    CHECK(r.low == 4 && r.high == 8 && r.modulus == 4 && r.rest == 0);
}

int main(int argc, char **argv) {
    u64 seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    u32 count = argc > 2 ? (u32)strtoul(argv[2], NULL, 10) : 5;
    check_found();
    for (u32 i = 0; i < count; i++) check_random(seed + i, 12);
    return finish();
}
