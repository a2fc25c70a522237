/* Integer operations of any width against 128-bit arithmetic of the host, on random numbers. */
#include "check.h"
#include "machine/scalar.h"

#include <string.h>

static u64 state = 88172645463325252u;
static u64 next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
/* Often small, often near the ends of the range. */
static u128 random_of(u32 bits) {
    u128 value = (u128)next_random() << 64 | next_random(), mask = bits == 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
    switch (next_random() % 4) {
    case 0: return value & 7 & mask;
    case 1: return ~(value & 7) & mask;
    case 2: return (((u128)1 << (bits - 1)) + (value & 3) - 1) & mask;
    default: return value & mask;
    }
}
static i128 as_signed(u128 value, u32 bits) { return (i128)(value << (128 - bits)) >> (128 - bits); }
static u128 mask_of(u32 bits) { return bits == 128 ? ~(u128)0 : ((u128)1 << bits) - 1; }

typedef struct {
    bool ok;
    u128 value;
} Answer;

static Answer run(Op op, u16 flags, u32 bits, u32 result_bits, u128 a, u128 b) {
    Type type = {.kind = TYPE_INT, .bits = bits}, result_type = {.kind = TYPE_INT, .bits = result_bits};
    Insn insn = {.op = (u16)op, .flags = flags, .type = &type};
    u64 r[8] = {(u64)a, (u64)(a >> 64), (u64)b, (u64)(b >> 64)};
    ScalarOp scalar = {.insn = &insn, .type = &type, .result_type = &result_type, .bits = bits, .result_bits = result_bits,
                       .d = 4, .a = {.cell = 0}, .b = {.cell = 2}, .c = {.cell = 2}};
    Answer answer = {.ok = scalar_execute(&scalar, r)};
    answer.value = r[4] | (result_bits > 64 ? (u128)r[5] << 64 : 0);
    return answer;
}

static bool is(Answer answer, u128 value) { return answer.ok && answer.value == value; }

static bool arithmetic_agrees(u32 bits, u128 a, u128 b) {
    u128 m = mask_of(bits);
    i128 sa = as_signed(a, bits), sb = as_signed(b, bits);
    bool minimum_by_minus_one = sb == -1 && a == (u128)1 << (bits - 1);
    bool ok = is(run(OP_ADD, 0, bits, bits, a, b), (a + b) & m) && is(run(OP_SUB, 0, bits, bits, a, b), (a - b) & m) &&
              is(run(OP_MUL, 0, bits, bits, a, b), (a * b) & m) && is(run(OP_AND, 0, bits, bits, a, b), a & b) &&
              is(run(OP_OR, 0, bits, bits, a, b), a | b) && is(run(OP_XOR, 0, bits, bits, a, b), a ^ b);
    if (!b) return ok && !run(OP_UDIV, 0, bits, bits, a, b).ok && !run(OP_SREM, 0, bits, bits, a, b).ok;
    ok = ok && is(run(OP_UDIV, 0, bits, bits, a, b), a / b) && is(run(OP_UREM, 0, bits, bits, a, b), a % b);
    if (minimum_by_minus_one) return ok && !run(OP_SDIV, 0, bits, bits, a, b).ok && !run(OP_SREM, 0, bits, bits, a, b).ok;
    return ok && is(run(OP_SDIV, 0, bits, bits, a, b), (u128)(sa / sb) & m) &&
           is(run(OP_SREM, 0, bits, bits, a, b), (u128)(sa % sb) & m);
}

static bool comparisons_agree(u32 bits, u128 a, u128 b) {
    i128 sa = as_signed(a, bits), sb = as_signed(b, bits);
    return is(run(OP_EQ, 0, bits, 1, a, b), a == b) && is(run(OP_NE, 0, bits, 1, a, b), a != b) &&
           is(run(OP_ULT, 0, bits, 1, a, b), a < b) && is(run(OP_ULE, 0, bits, 1, a, b), a <= b) &&
           is(run(OP_SLT, 0, bits, 1, a, b), sa < sb) && is(run(OP_SLE, 0, bits, 1, a, b), sa <= sb) &&
           is(run(OP_UMIN, 0, bits, bits, a, b), MIN(a, b)) && is(run(OP_SMAX, 0, bits, bits, a, b), sa > sb ? a : b);
}

static bool shifts_agree(u32 bits, u128 a, u32 by) {
    u128 m = mask_of(bits);
    i128 sa = as_signed(a, bits);
    return is(run(OP_SHL, 0, bits, bits, a, by), (a << by) & m) && is(run(OP_LSHR, 0, bits, bits, a, by), a >> by) &&
           is(run(OP_ASHR, 0, bits, bits, a, by), (u128)(sa >> by) & m) && !run(OP_SHL, 0, bits, bits, a, bits).ok;
}

/* Below 64 bits the exact result fits in 128. */
static bool overflow_agrees(u32 bits, u128 a, u128 b) {
    if (bits > 63) return true;
    i128 sa = as_signed(a, bits), sb = as_signed(b, bits), low = -((i128)1 << (bits - 1)), high = -low - 1;
    i128 sum = sa + sb, difference = sa - sb, product = sa * sb;
    u128 m = mask_of(bits);
    return run(OP_ADD, INSN_CHECKED, bits, bits, a, b).ok == (sum >= low && sum <= high) &&
           run(OP_SUB, INSN_NSW, bits, bits, a, b).ok == (difference >= low && difference <= high) &&
           run(OP_MUL, INSN_CHECKED, bits, bits, a, b).ok == (product >= low && product <= high) &&
           run(OP_ADD, INSN_NUW, bits, bits, a, b).ok == (a + b <= m) && run(OP_SUB, INSN_NUW, bits, bits, a, b).ok == (a >= b) &&
           run(OP_MUL, INSN_NUW, bits, bits, a, b).ok == (a * b <= m) &&
           is(run(OP_SMUL_OVERFLOWS, 0, bits, 1, a, b), product < low || product > high) &&
           is(run(OP_UADD_OVERFLOWS, 0, bits, 1, a, b), a + b > m) &&
           is(run(OP_SADD_SAT, 0, bits, bits, a, b), (u128)(sum < low ? low : sum > high ? high : sum) & m) &&
           is(run(OP_USUB_SAT, 0, bits, bits, a, b), a > b ? a - b : 0);
}

static bool conversions_agree(u32 bits, u32 to, u128 a) {
    if (to > bits)
        return is(run(OP_ZEXT, 0, bits, to, a, 0), a) && is(run(OP_SEXT, 0, bits, to, a, 0), (u128)as_signed(a, bits) & mask_of(to));
    return is(run(OP_TRUNC, 0, bits, to, a, 0), a & mask_of(to));
}

static bool bit_counts_agree(u32 bits, u128 a) {
    u32 ones = 0, leading = bits, trailing = bits;
    u128 reversed = 0;
    for (u32 i = 0; i < bits; i++) {
        if (!(a >> i & 1)) continue;
        ones++;
        leading = bits - 1 - i;
        if (trailing == bits) trailing = i;
        reversed |= (u128)1 << (bits - 1 - i);
    }
    return is(run(OP_CTPOP, 0, bits, bits, a, 0), ones) && is(run(OP_CTLZ, 0, bits, bits, a, 0), leading) &&
           is(run(OP_CTTZ, 0, bits, bits, a, 0), trailing) && is(run(OP_BITREVERSE, 0, bits, bits, a, 0), reversed);
}

int main(void) {
    for (u32 round = 0; round < 20000; round++) {
        u32 bits = 8 + (u32)(next_random() % 121), to = 8 + (u32)(next_random() % 121);
        u128 a = random_of(bits), b = random_of(bits);
        CHECK(arithmetic_agrees(bits, a, b));
        CHECK(comparisons_agree(bits, a, b));
        CHECK(shifts_agree(bits, a, (u32)(next_random() % bits)));
        CHECK(overflow_agrees(bits, a, b));
        CHECK(conversions_agree(bits, to, a));
        CHECK(bit_counts_agree(bits, a));
        if (checks_failed > 5) break;
    }
    return finish();
}
