/* Straight x86 code in inline assembly: what libraries use it for, such as counting bits, multiplying to twice the width, atomic
 * updates, filling and copying.
 *
 * The code is followed statement by statement when it is lowered: `places` says for each register and operand which value it has at
 * that moment, and a statement makes operations of the program and new values of them. Of the flags it is remembered which sum,
 * difference or bitwise operation has set them last. The code is gone through twice: first without emitting anything, to see whether all of it
 * is understood.
 *
 * A place holds an integer of the width of its C operand, or a pointer. Reading fewer bits takes the low ones; writing 32
 * of 64 bits clears the others, writing 8 or 16 keeps them, as the processor does it. */
#include "frontend/lower_asm.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 30, MOST_PUSHED = 8, REGISTERS = 16, NOWHERE = -1 };

typedef struct {
    const Type *type; /* NULL: nothing is there yet */
    Operand value;
} Place;

typedef struct {
    i32 place;      /* in Code.places; NOWHERE: it is none */
    bool is_memory; /* the place holds its address */
    bool is_number; /* an immediate */
    u64 number;
    u32 bits; /* that the spelling says; 0: none */
} Argument86;

/* What the flags are of. Statements that set them in another way leave FLAGS_UNKNOWN. */
typedef struct {
    enum { FLAGS_UNKNOWN, FLAGS_SUM, FLAGS_DIFFERENCE, FLAGS_BITS } kind;
    u32 bits;
    Operand x, y, result;
    bool has_carry; /* of an operation that began with one */
    Operand carry;
} Flags86;

typedef struct {
    Lowering *lower;
    const Assembly *assembly;
    bool is_dry;                             /* nothing is emitted */
    Place places[REGISTERS + MOST_OPERANDS]; /* the registers, then operands that have none of their own */
    i32 place_of[MOST_OPERANDS];             /* of each operand */
    bool is_indirect[MOST_OPERANDS];         /* it is memory */
    const Type *result_types[MOST_OPERANDS]; /* of outputs in registers; NULL: another kind */
    u32 count;
    Place pushed[MOST_PUSHED];
    u32 pushed_count;
    bool repeats; /* a prefix stood before */
    Flags86 flags;
    bool has_set_flags; /* the statement at hand */
} Code86;

/* ---- Registers ---- */

enum { AX, CX, DX, BX, SP, BP, SI, DI };

static i32 register_named(const char *name, size_t length, u32 *bits) {
    static const char *const names[8] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    *bits = 0;
    if (length == 3 && (name[0] == 'e' || name[0] == 'r')) *bits = name[0] == 'e' ? 32 : 64;
    const char *base = length == 3 ? name + 1 : name;
    for (i32 i = 0; i < 8 && (length == 2 || *bits); i++)
        if (!strncmp(base, names[i], 2)) {
            if (!*bits) *bits = 16;
            return i;
        }
    for (i32 i = 0; i < 4 && length == 2 && name[1] == 'l'; i++)
        if (name[0] == names[i][0]) {
            *bits = 8;
            return i;
        }
    if (length < 2 || name[0] != 'r') return NOWHERE;
    i32 number = (i32)strtol(name + 1, NULL, 10);
    *bits = 64;
    return number >= 8 && number < REGISTERS ? number : NOWHERE;
}

/* ---- Values ---- */

static const Type *int_of(const Code86 *code, u32 bits) { return int_type(code->lower->fe, bits); }

static Operand make(const Code86 *code, Op op, u32 bits, Operand a, Operand b) {
    return code->is_dry ? a : emit_value(code->lower, op, int_of(code, bits), a, b);
}
static Operand number(const Code86 *code, u32 bits, u64 value) {
    return number_operand(code->lower, int_of(code, bits), value & low_mask(bits));
}
static Operand convert(const Code86 *code, Op op, u32 from, u32 to, Operand value) {
    if (from == to || code->is_dry) return value;
    return emit_value(code->lower, op, int_of(code, to), value, OPERAND_NONE);
}
static Operand resize(const Code86 *code, u32 from, u32 to, Operand value) {
    return convert(code, to < from ? OP_TRUNC : OP_ZEXT, from, to, value);
}

static bool is_int(const Place *place) { return place->type && place->type->kind == TYPE_INT; }

static bool read_place(const Code86 *code, i32 at, u32 bits, Operand *value) {
    const Place *place = &code->places[at];
    if (!is_int(place) || place->type->bits < bits) return false;
    *value = resize(code, place->type->bits, bits, place->value);
    return true;
}

static bool write_place(Code86 *code, i32 at, u32 bits, Operand value) {
    Place *place = &code->places[at];
    u32 width = place->type && place->type->kind == TYPE_INT ? MAX(place->type->bits, bits) : bits;
    if (width > bits && bits < 32) {
        Operand kept = make(code, OP_AND, width, place->value, number(code, width, ~low_mask(bits)));
        value = make(code, OP_OR, width, kept, resize(code, bits, width, value));
    } else {
        value = resize(code, bits, width, value);
    }
    *place = (Place){int_of(code, width), value};
    return true;
}

static Operand address_of(const Code86 *code, const Argument86 *argument) {
    const Place *place = &code->places[argument->place];
    return place->value;
}

static bool read_argument(const Code86 *code, const Argument86 *argument, u32 bits, Operand *value) {
    if (argument->is_number) {
        *value = number(code, bits, argument->number);
        return true;
    }
    if (!argument->is_memory) return read_place(code, argument->place, bits, value);
    *value = address_of(code, argument);
    if (code->is_dry) return true;
    u32 dst = new_register(code->lower, int_of(code, bits));
    emit(code->lower, OP_LOAD, int_of(code, bits), dst, *value, OPERAND_NONE, OPERAND_NONE)->extra = 1;
    *value = dst;
    return true;
}

static bool write_argument(Code86 *code, const Argument86 *argument, u32 bits, Operand value) {
    if (argument->is_number) return false;
    if (!argument->is_memory) return write_place(code, argument->place, bits, value);
    if (!code->is_dry)
        emit(code->lower, OP_STORE, int_of(code, bits), OPERAND_NONE, address_of(code, argument), value, OPERAND_NONE)
            ->extra = 1;
    return true;
}

/* ---- Statements ---- */

typedef struct {
    Argument86 at[3];
    u32 count;
    u32 bits; /* of the operation */
} Arguments86;

typedef bool Statement(Code86 *code, const Arguments86 *arguments, u32 parameter);

static void set_flags(Code86 *code, u32 op, u32 bits, Operand x, Operand y, Operand result) {
    bool is_bitwise = op == OP_AND || op == OP_OR || op == OP_XOR;
    code->has_set_flags = is_bitwise || op == OP_ADD || op == OP_SUB;
    code->flags = (Flags86){.kind = is_bitwise     ? FLAGS_BITS
                                    : op == OP_ADD ? FLAGS_SUM
                                                   : FLAGS_DIFFERENCE,
                            .bits = bits,
                            .x = x,
                            .y = y,
                            .result = result};
}

static bool combine(Code86 *code, const Arguments86 *a, u32 op, Operand *result) {
    Operand x, y;
    if (a->count != 2 || !read_argument(code, &a->at[1], a->bits, &x) || !read_argument(code, &a->at[0], a->bits, &y))
        return false;
    *result = make(code, (Op)op, a->bits, x, y);
    set_flags(code, op, a->bits, x, y, *result);
    return true;
}

static bool binary(Code86 *code, const Arguments86 *a, u32 op) {
    Operand result;
    return combine(code, a, op, &result) && write_argument(code, &a->at[1], a->bits, result);
}

/* cmp and test: the flags alone. */
static bool compare(Code86 *code, const Arguments86 *a, u32 op) {
    Operand result;
    return combine(code, a, op, &result);
}

/* ---- Flags ---- */

static Operand truth(const Code86 *code, Op op, u32 bits, Operand a, Operand b) {
    return code->is_dry ? a : emit_compare(code->lower, op, int_of(code, bits), a, b);
}
static Operand choose(const Code86 *code, u32 bits, Operand condition, Operand yes, Operand no) {
    return code->is_dry ? yes : emit_select(code->lower, int_of(code, bits), condition, yes, no);
}

static bool carry_of(const Code86 *code, Operand *carry) {
    const Flags86 *flags = &code->flags;
    Operand zero = number(code, 8, 0);
    if (flags->has_carry) *carry = flags->carry;
    else if (flags->kind == FLAGS_SUM) *carry = truth(code, OP_ULT, flags->bits, flags->result, flags->x);
    else if (flags->kind == FLAGS_DIFFERENCE) *carry = truth(code, OP_ULT, flags->bits, flags->x, flags->y);
    else *carry = truth(code, OP_ULT, 8, zero, zero);
    return flags->kind != FLAGS_UNKNOWN;
}

static bool is_same_register(const Arguments86 *a) {
    const Argument86 *x = &a->at[0], *y = &a->at[1];
    return !x->is_memory && !x->is_number && !y->is_memory && !y->is_number && x->place == y->place;
}

/* adc and sbb: in twice the width there is room for the carry. */
static bool carry_on(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x = number(code, a->bits, 0), y = x, carry;
    u32 wide = a->bits * 2;
    bool is_mask =
        op == OP_SUB && a->count == 2 && is_same_register(a); /* whatever is in it: the carry alone is left */
    if (a->count != 2 || a->bits > 64 || !carry_of(code, &carry)) return false;
    if (!is_mask && (!read_argument(code, &a->at[1], a->bits, &x) || !read_argument(code, &a->at[0], a->bits, &y)))
        return false;
    Operand one = choose(code, wide, carry, number(code, wide, 1), number(code, wide, 0));
    Operand all = make(code, (Op)op, wide, resize(code, a->bits, wide, x), resize(code, a->bits, wide, y));
    all = make(code, (Op)op, wide, all, one);
    Operand over = resize(code, wide, a->bits, make(code, OP_LSHR, wide, all, number(code, wide, a->bits)));
    Operand result = resize(code, wide, a->bits, all);
    set_flags(code, op, a->bits, x, y, result);
    code->flags.has_carry = true;
    code->flags.carry = truth(code, OP_NE, a->bits, over, number(code, a->bits, 0));
    return write_argument(code, &a->at[1], a->bits, result);
}

/* What a suffix such as `ae` asks of the flags of a difference as of its operands. */
typedef enum { OF_OPERANDS, OF_SWAPPED, OF_RESULT, OF_SWAPPED_RESULT, OF_CARRY } Question;
static const struct {
    const char *suffix;
    Op op;
    Question of; /* x OP y, y OP x, result OP 0, 0 OP result, the carry OP 0 */
} conditions[] = {
    {"e", OP_EQ, OF_RESULT},     {"z", OP_EQ, OF_RESULT},     {"ne", OP_NE, OF_RESULT},
    {"nz", OP_NE, OF_RESULT},    {"s", OP_SLT, OF_RESULT},    {"ns", OP_SLE, OF_SWAPPED_RESULT},
    {"c", OP_NE, OF_CARRY},      {"b", OP_NE, OF_CARRY},      {"nae", OP_NE, OF_CARRY},
    {"nc", OP_EQ, OF_CARRY},     {"ae", OP_EQ, OF_CARRY},     {"nb", OP_EQ, OF_CARRY},
    {"a", OP_ULT, OF_SWAPPED},   {"nbe", OP_ULT, OF_SWAPPED}, {"be", OP_ULE, OF_OPERANDS},
    {"na", OP_ULE, OF_OPERANDS}, {"l", OP_SLT, OF_OPERANDS},  {"nge", OP_SLT, OF_OPERANDS},
    {"ge", OP_SLE, OF_SWAPPED},  {"nl", OP_SLE, OF_SWAPPED},  {"g", OP_SLT, OF_SWAPPED},
    {"nle", OP_SLT, OF_SWAPPED}, {"le", OP_SLE, OF_OPERANDS}, {"ng", OP_SLE, OF_OPERANDS},
};

static bool answer(const Code86 *code, Op op, Question of, Operand *condition) {
    const Flags86 *flags = &code->flags;
    bool is_plain = flags->kind == FLAGS_DIFFERENCE && !flags->has_carry;
    Operand x = flags->x, y = flags->y;
    u32 bits = flags->bits;
    if (of == OF_CARRY) {
        Operand carry;
        if (!carry_of(code, &carry)) return false;
        bits = 8;
        x = choose(code, bits, carry, number(code, bits, 1), number(code, bits, 0));
        y = number(code, bits, 0);
    } else if (of == OF_RESULT || of == OF_SWAPPED_RESULT || flags->kind == FLAGS_BITS) {
        x = flags->result; /* a bitwise operation carries and overflows nothing: its result stands against 0 */
        y = number(code, bits, 0);
    } else if (!is_plain) {
        return false;
    }
    bool is_swapped = of == OF_SWAPPED || of == OF_SWAPPED_RESULT;
    *condition = is_swapped ? truth(code, op, bits, y, x) : truth(code, op, bits, x, y);
    return true;
}

static bool find_condition(const Code86 *code, const char *suffix, size_t length, Operand *condition) {
    if (code->flags.kind == FLAGS_UNKNOWN) return false;
    for (u32 i = 0; i < COUNT_OF(conditions); i++)
        if (strlen(conditions[i].suffix) == length && !strncmp(conditions[i].suffix, suffix, length))
            return answer(code, conditions[i].op, conditions[i].of, condition);
    return false;
}

/* Its count is taken modulo the width. */
static bool shift(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x, y;
    if (a->count != 2 || a->bits < 32 || !read_argument(code, &a->at[1], a->bits, &x)) return false;
    if (a->at[0].is_number) y = number(code, a->bits, a->at[0].number & (a->bits - 1));
    else if (!read_argument(code, &a->at[0], 8, &y)) return false;
    else y = make(code, OP_AND, a->bits, resize(code, 8, a->bits, y), number(code, a->bits, a->bits - 1));
    return write_argument(code, &a->at[1], a->bits, make(code, (Op)op, a->bits, x, y));
}

static bool rotate(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x;
    if (a->count != 2 || !a->at[0].is_number || !read_argument(code, &a->at[1], a->bits, &x)) return false;
    Operand by = number(code, a->bits, a->at[0].number % a->bits), result = x;
    if (!code->is_dry) {
        u32 dst = new_register(code->lower, int_of(code, a->bits));
        emit(code->lower, (Op)op, int_of(code, a->bits), dst, x, x, by);
        result = dst;
    }
    return write_argument(code, &a->at[1], a->bits, result);
}

/* shld and shrd: what is shifted in comes from another register. */
static bool shift_in(Code86 *code, const Arguments86 *a, u32 op) {
    Operand from, to;
    if (a->count != 3 || !a->at[0].is_number || a->bits < 32) return false;
    if (!read_argument(code, &a->at[1], a->bits, &from) || !read_argument(code, &a->at[2], a->bits, &to)) return false;
    Operand by = number(code, a->bits, a->at[0].number % a->bits), result = to;
    if (!code->is_dry) {
        bool is_left = op == OP_FSHL;
        result = new_register(code->lower, int_of(code, a->bits));
        emit(code->lower, (Op)op, int_of(code, a->bits), result, is_left ? to : from, is_left ? from : to, by);
    }
    return write_argument(code, &a->at[2], a->bits, result);
}

static bool step(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x;
    if (a->count != 1 || !read_argument(code, &a->at[0], a->bits, &x)) return false;
    return write_argument(code, &a->at[0], a->bits, make(code, (Op)op, a->bits, x, number(code, a->bits, 1)));
}

static bool negate(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x;
    if (a->count != 1 || !read_argument(code, &a->at[0], a->bits, &x)) return false;
    Operand first = number(code, a->bits, op == OP_SUB ? 0 : ~(u64)0);
    return write_argument(code, &a->at[0], a->bits, make(code, (Op)op, a->bits, first, x));
}

static bool unary(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x;
    if (a->count != 1 || a->bits < 32 || !read_argument(code, &a->at[0], a->bits, &x)) return false;
    return write_argument(code, &a->at[0], a->bits, make(code, (Op)op, a->bits, x, OPERAND_NONE));
}

/* popcnt, tzcnt, lzcnt. */
static bool count(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x;
    if (a->count != 2 || !read_argument(code, &a->at[0], a->bits, &x)) return false;
    return write_argument(code, &a->at[1], a->bits, make(code, (Op)op, a->bits, x, OPERAND_NONE));
}

/* Of 0 there is no such bit: the target stays as it is. */
static bool find_bit(Code86 *code, const Arguments86 *a, u32 op) {
    Operand x, before;
    if (a->count != 2 || a->at[1].is_memory || !read_argument(code, &a->at[0], a->bits, &x)) return false;
    const Place *target = &code->places[a->at[1].place];
    if (target->type && !is_int(target)) return false;
    if (!read_place(code, a->at[1].place, a->bits, &before))
        before = undefined_operand(code->lower, int_of(code, a->bits));
    Operand at = make(code, (Op)op, a->bits, x, OPERAND_NONE);
    if (op == OP_CTLZ) at = make(code, OP_SUB, a->bits, number(code, a->bits, a->bits - 1), at);
    if (!code->is_dry) {
        Operand is_zero = emit_compare(code->lower, OP_EQ, int_of(code, a->bits), x, number(code, a->bits, 0));
        at = emit_select(code->lower, int_of(code, a->bits), is_zero, before, at);
    }
    return write_place(code, a->at[1].place, a->bits, at);
}

/* Whole registers are moved as they are, so that pointers stay pointers. */
static bool move(Code86 *code, const Arguments86 *a, u32 unused) {
    Operand x;
    if (a->count != 2) return false;
    bool are_registers = !a->at[0].is_memory && !a->at[0].is_number && !a->at[1].is_memory;
    const Place *from = are_registers ? &code->places[a->at[0].place] : NULL;
    if (from && from->type && from->type->kind == TYPE_POINTER) {
        code->places[a->at[1].place] = *from;
        return true;
    }
    return read_argument(code, &a->at[0], a->bits, &x) && write_argument(code, &a->at[1], a->bits, x);
}

/* Whole registers change places, whatever is in them: code that saves %rbx does not know either. */
static bool exchange_registers(Code86 *code, const Arguments86 *a) {
    Place *x = &code->places[a->at[0].place], *y = &code->places[a->at[1].place], kept = *x;
    bool is_whole = a->bits == code->lower->program->pointer_bytes * 8;
    if (a->at[0].is_memory || a->at[1].is_memory || !is_whole) return false;
    *x = *y;
    *y = kept;
    return true;
}

static bool exchange(Code86 *code, const Arguments86 *a, u32 adds) {
    Operand x, y;
    if (a->count == 2 && !adds && exchange_registers(code, a)) return true;
    if (a->count != 2 || !read_argument(code, &a->at[0], a->bits, &x) || !read_argument(code, &a->at[1], a->bits, &y))
        return false;
    Operand stored = adds ? make(code, OP_ADD, a->bits, x, y) : x;
    return write_argument(code, &a->at[1], a->bits, stored) && write_argument(code, &a->at[0], a->bits, y);
}

static bool compare_exchange(Code86 *code, const Arguments86 *a, u32 unused) {
    Operand wanted, now, expected;
    if (a->count != 2 || !read_argument(code, &a->at[0], a->bits, &wanted) ||
        !read_argument(code, &a->at[1], a->bits, &now) || !read_place(code, AX, a->bits, &expected))
        return false;
    Operand stored = wanted;
    if (!code->is_dry) {
        Operand is_same = emit_compare(code->lower, OP_EQ, int_of(code, a->bits), now, expected);
        stored = emit_select(code->lower, int_of(code, a->bits), is_same, wanted, now);
    }
    set_flags(code, OP_SUB, a->bits, expected, now, make(code, OP_SUB, a->bits, expected, now));
    return write_argument(code, &a->at[1], a->bits, stored) && write_place(code, AX, a->bits, now);
}

/* dx:ax = ax * source. */
static bool multiply(Code86 *code, const Arguments86 *a, u32 extend) {
    Operand x, y;
    u32 wide = a->bits * 2;
    if (a->count == 2 && extend == OP_SEXT) return binary(code, a, OP_MUL);
    if (a->count != 1 || a->bits < 32 || !read_place(code, AX, a->bits, &x) ||
        !read_argument(code, &a->at[0], a->bits, &y))
        return false;
    Operand product = make(code, OP_MUL, wide, convert(code, (Op)extend, a->bits, wide, x),
                           convert(code, (Op)extend, a->bits, wide, y));
    Operand high = make(code, OP_LSHR, wide, product, number(code, wide, a->bits));
    return write_place(code, AX, a->bits, resize(code, wide, a->bits, product)) &&
           write_place(code, DX, a->bits, resize(code, wide, a->bits, high));
}

/* ax = dx:ax / source, dx the rest. A quotient that does not fit is the same error to the processor as a division by 0. */
static bool divide(Code86 *code, const Arguments86 *a, u32 unused) {
    Operand low, high, by;
    u32 wide = a->bits * 2;
    if (a->count != 1 || a->bits < 32 || !read_place(code, AX, a->bits, &low) ||
        !read_place(code, DX, a->bits, &high) || !read_argument(code, &a->at[0], a->bits, &by))
        return false;
    Operand upper = make(code, OP_SHL, wide, resize(code, a->bits, wide, high), number(code, wide, a->bits));
    Operand all = make(code, OP_OR, wide, upper, resize(code, a->bits, wide, low));
    Operand divisor = by;
    if (!code->is_dry) {
        Operand is_too_large = emit_compare(code->lower, OP_ULE, int_of(code, a->bits), by, high);
        divisor = emit_select(code->lower, int_of(code, a->bits), is_too_large, number(code, a->bits, 0), by);
    }
    divisor = resize(code, a->bits, wide, divisor);
    Operand quotient = make(code, OP_UDIV, wide, all, divisor), rest = make(code, OP_UREM, wide, all, divisor);
    return write_place(code, AX, a->bits, resize(code, wide, a->bits, quotient)) &&
           write_place(code, DX, a->bits, resize(code, wide, a->bits, rest));
}

static bool push(Code86 *code, const Arguments86 *a, u32 unused) {
    if (a->count != 1 || a->at[0].is_memory || a->at[0].is_number || code->pushed_count == MOST_PUSHED) return false;
    code->pushed[code->pushed_count++] = code->places[a->at[0].place];
    return true;
}
static bool pop(Code86 *code, const Arguments86 *a, u32 unused) {
    if (a->count != 1 || a->at[0].is_memory || a->at[0].is_number || !code->pushed_count) return false;
    code->places[a->at[0].place] = code->pushed[--code->pushed_count];
    return true;
}

/* A processor without any features: what it can do beyond is not to be relied upon. */
static bool identify(Code86 *code, const Arguments86 *a, u32 unused) {
    static const i32 results[] = {AX, BX, CX, DX};
    for (u32 i = 0; i < COUNT_OF(results); i++)
        code->places[results[i]] = (Place){int_of(code, 32), number(code, 32, 0)};
    return true;
}

static bool tell_time(Code86 *code, const Arguments86 *a, u32 unused) {
    u32 bits = code->lower->program->pointer_bytes * 8;
    Operand cycles = number(code, 64, 0);
    if (!code->is_dry) {
        u32 pointer = new_register(code->lower, pointer_type(code->lower->fe));
        emit_call_with(code->lower, "__loci_cycles", number_operand(code->lower, pointer_type(code->lower->fe), 0),
                       pointer);
        cycles =
            resize(code, bits, 64, emit_value(code->lower, OP_PTRTOINT, int_of(code, bits), pointer, OPERAND_NONE));
    }
    Operand high = make(code, OP_LSHR, 64, cycles, number(code, 64, 32));
    code->places[AX] = (Place){int_of(code, 32), resize(code, 64, 32, cycles)};
    code->places[DX] = (Place){int_of(code, 32), resize(code, 64, 32, high)};
    return true;
}

static bool do_nothing(Code86 *code, const Arguments86 *a, u32 unused) { return true; }

static bool step_pointer(Code86 *code, i32 at, Operand bytes) {
    Place *place = &code->places[at];
    if (!place->type || place->type->kind != TYPE_POINTER) return false;
    if (code->is_dry) return true;
    u32 dst = new_register(code->lower, place->type);
    emit(code->lower, OP_INDEX, int_of(code, 8), dst, place->value, bytes, OPERAND_NONE);
    place->value = dst;
    return true;
}

/* rep stosb and movsb, and movs of wider units, as a fill and a copy. */
static bool repeat(Code86 *code, const Arguments86 *a, u32 copies) {
    Operand units, byte = number(code, 8, 0);
    u32 bits = code->lower->program->pointer_bytes * 8;
    const Place *to = &code->places[DI], *from = &code->places[SI];
    bool is_known = code->repeats && to->type && to->type->kind == TYPE_POINTER && read_place(code, CX, bits, &units);
    if (!is_known || (copies ? !from->type || from->type->kind != TYPE_POINTER : a->bits != 8)) return false;
    if (!copies && !read_place(code, AX, 8, &byte)) return false;
    Operand bytes = make(code, OP_MUL, bits, units, number(code, bits, a->bits / 8));
    if (!code->is_dry)
        emit(code->lower, copies ? OP_COPY : OP_FILL, NULL, OPERAND_NONE, to->value, copies ? from->value : byte,
             bytes);
    code->repeats = false;
    return step_pointer(code, DI, bytes) && (!copies || step_pointer(code, SI, bytes)) &&
           write_place(code, CX, bits, number(code, bits, 0));
}

static const struct {
    const char *name;
    Statement *run;
    u32 parameter;
    bool keeps_flags;
} statements[] = {
    {"mov", move, 0, true},
    {"xchg", exchange, 0, true},
    {"xadd", exchange, 1},
    {"cmpxchg", compare_exchange, 0},
    {"add", binary, OP_ADD},
    {"sub", binary, OP_SUB},
    {"adc", carry_on, OP_ADD},
    {"sbb", carry_on, OP_SUB},
    {"cmp", compare, OP_SUB},
    {"test", compare, OP_AND},
    {"and", binary, OP_AND},
    {"or", binary, OP_OR},
    {"xor", binary, OP_XOR},
    {"shl", shift, OP_SHL},
    {"sal", shift, OP_SHL},
    {"shr", shift, OP_LSHR},
    {"sar", shift, OP_ASHR},
    {"rol", rotate, OP_FSHL},
    {"ror", rotate, OP_FSHR},
    {"shld", shift_in, OP_FSHL},
    {"shrd", shift_in, OP_FSHR},
    {"inc", step, OP_ADD},
    {"dec", step, OP_SUB},
    {"neg", negate, OP_SUB},
    {"not", negate, OP_XOR, true},
    {"bswap", unary, OP_BSWAP, true},
    {"bsf", find_bit, OP_CTTZ},
    {"bsr", find_bit, OP_CTLZ},
    {"tzcnt", count, OP_CTTZ},
    {"lzcnt", count, OP_CTLZ},
    {"popcnt", count, OP_CTPOP},
    {"mul", multiply, OP_ZEXT},
    {"imul", multiply, OP_SEXT},
    {"div", divide, 0},
    {"push", push, 0, true},
    {"pop", pop, 0, true},
    {"cpuid", identify, 0, true},
    {"rdtsc", tell_time, 0, true},
    {"cld", do_nothing, 0, true},
    {"nop", do_nothing, 0, true},
    {"pause", do_nothing, 0, true},
    {"mfence", do_nothing, 0, true},
    {"lfence", do_nothing, 0, true},
    {"sfence", do_nothing, 0, true},
    {"stos", repeat, 0},
    {"movs", repeat, 1},
};

/* ---- Reading the code ---- */

static bool read_number_argument(const char *text, size_t length, Argument86 *out) {
    char digits[32], *end;
    if (!length || length >= sizeof digits) return false;
    memcpy(digits, text, length);
    digits[length] = 0;
    *out = (Argument86){.is_number = true, .place = NOWHERE, .number = strtoull(digits, &end, 0)};
    return !*end;
}

/* $0 or ${0:b}. */
static bool read_operand(const Code86 *code, const char *text, size_t length, Argument86 *out) {
    bool is_braced = length > 3 && text[1] == '{' && text[length - 1] == '}';
    char *end;
    u64 index = strtoul(text + 1 + is_braced, &end, 10);
    static const struct {
        char letter;
        u32 bits;
    } modifiers[] = {{'b', 8}, {'w', 16}, {'k', 32}, {'q', 64}};
    *out = (Argument86){.place = NOWHERE};
    if (is_braced && end == text + length - 3 && *end == ':') {
        for (u32 i = 0; i < COUNT_OF(modifiers); i++)
            if (end[1] == modifiers[i].letter) out->bits = modifiers[i].bits;
        if (!out->bits) return false;
    } else if (end != text + length - is_braced) {
        return false;
    }
    if (index >= code->count) return false;
    out->place = code->place_of[index];
    out->is_memory = code->is_indirect[index];
    return out->place != NOWHERE;
}

static bool read_one(const Code86 *code, const char *text, size_t length, Argument86 *out) {
    if (length > 2 && text[0] == '(' && text[length - 1] == ')') {
        bool is_address = read_one(code, text + 1, length - 2, out) && !out->is_memory && !out->is_number;
        const Type *type = is_address ? code->places[out->place].type : NULL;
        out->is_memory = true;
        out->bits = 0;
        return type && type->kind == TYPE_POINTER;
    }
    if (length > 2 && !strncmp(text, "$$", 2)) return read_number_argument(text + 2, length - 2, out);
    if (length > 1 && text[0] == '$') return read_operand(code, text, length, out);
    if (length < 3 || text[0] != '%') return false;
    *out = (Argument86){0};
    out->place = register_named(text + 1, length - 1, &out->bits);
    return out->place != NOWHERE;
}

static bool read_arguments(const Code86 *code, const char *text, const char *end, Arguments86 *out) {
    while (text < end) {
        const char *last = memchr(text, ',', (size_t)(end - text));
        if (!last) last = end;
        size_t length = (size_t)(last - text), lead = strspn(text, " \t");
        while (length > lead && (text[length - 1] == ' ' || text[length - 1] == '\t')) length--;
        if (lead >= length || out->count == COUNT_OF(out->at)) return false;
        if (!read_one(code, text + lead, length - lead, &out->at[out->count++])) return false;
        text = last + 1;
    }
    return true;
}

/* The width is said by the mnemonic, by the spelling of an operand, or is that of a register. */
static void find_width(const Code86 *code, char suffix, Arguments86 *a) {
    static const char suffixes[] = "bwlq";
    const char *known = suffix ? strchr(suffixes, suffix) : NULL;
    if (known) a->bits = 8u << (known - suffixes);
    for (u32 i = a->count; i-- > 0 && !a->bits;) a->bits = a->at[i].bits;
    for (u32 i = a->count; i-- > 0 && !a->bits;) {
        const Argument86 *argument = &a->at[i];
        if (!argument->is_number && !argument->is_memory && is_int(&code->places[argument->place]))
            a->bits = code->places[argument->place].type->bits;
    }
}

/* setCC and cmovCC, the latter with or without a letter for the width. */
static bool run_on_condition(Code86 *code, const char *text, size_t word, Arguments86 *a) {
    Operand condition, yes, no;
    if (word > 3 && !strncmp(text, "set", 3) && a->count == 1) {
        if (!find_condition(code, text + 3, word - 3, &condition)) return false;
        return write_argument(code, &a->at[0], 8, choose(code, 8, condition, number(code, 8, 1), number(code, 8, 0)));
    }
    if (word < 5 || strncmp(text, "cmov", 4) != 0 || a->count != 2) return false;
    bool is_plain = find_condition(code, text + 4, word - 4, &condition);
    if (!is_plain && !find_condition(code, text + 4, word - 5, &condition)) return false;
    find_width(code, is_plain ? 0 : text[word - 1], a);
    if (!a->bits || !read_argument(code, &a->at[0], a->bits, &yes) || !read_argument(code, &a->at[1], a->bits, &no))
        return false;
    return write_argument(code, &a->at[1], a->bits, choose(code, a->bits, condition, yes, no));
}

static bool run_statement(Code86 *code, const char *text, const char *end) {
    size_t word = strcspn(text, " \t\n;");
    word = MIN(word, (size_t)(end - text));
    if ((word == 4 && !strncmp(text, "lock", 4)) || (word == 3 && !strncmp(text, "rep", 3))) {
        code->repeats = text[0] == 'r';
        const char *rest = text + word;
        while (rest < end && (*rest == ' ' || *rest == '\t')) rest++;
        return rest == end || run_statement(code, rest, end);
    }
    Arguments86 arguments = {0};
    if (!read_arguments(code, text + word, end, &arguments)) return false;
    if (run_on_condition(code, text, word, &arguments)) return true;
    for (u32 i = 0; i < COUNT_OF(statements); i++) {
        size_t length = strlen(statements[i].name);
        bool is_exact = word == length, has_suffix = word == length + 1 && strchr("bwlq", text[length]);
        if ((!is_exact && !has_suffix) || strncmp(text, statements[i].name, length) != 0) continue;
        find_width(code, has_suffix ? text[length] : 0, &arguments);
        if (arguments.count && !arguments.bits) return false;
        if (has_suffix && !arguments.bits) find_width(code, text[length], &arguments);
        code->has_set_flags = false;
        if (!statements[i].run(code, &arguments, statements[i].parameter)) return false;
        code->repeats = false;
        if (!code->has_set_flags && !statements[i].keeps_flags) code->flags = (Flags86){0};
        return true;
    }
    return false;
}

/* False: the statement at *where, which has *length characters, is not known. */
static bool run_all(Code86 *code, const char **where, size_t *length) {
    const char *text = code->assembly->template;
    while (*(text += strspn(text, " \t\n;"))) {
        size_t line = strcspn(text, "\n;"), end = line;
        if (*text == '#') {
            text += strcspn(text, "\n");
            continue;
        }
        while (end && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
        *where = text;
        *length = end;
        if (!run_statement(code, text, text + end)) return false;
        text += line;
    }
    return !code->pushed_count;
}

/* ---- Operands ---- */

/* The register that the constraint names: {ax}, or none. */
static i32 named_place(const char *text, size_t length) {
    const char *open = memchr(text, '{', length),
               *close = open ? memchr(open, '}', length - (size_t)(open - text)) : NULL;
    u32 bits;
    return close ? register_named(open + 1, (size_t)(close - open - 1), &bits) : NOWHERE;
}

static bool set_input(Code86 *code, u32 index, const char *text, size_t length, LLVMValueRef value) {
    const Scalars *scalars = scalars_of(code->lower->fe, LLVMTypeOf(value));
    if (!scalars->is_supported || scalars->count != 1) return false;
    const Type *type = scalars->types[0];
    if (type->kind != TYPE_INT && type->kind != TYPE_POINTER) return false;
    bool may_commute = text[0] == '%'; /* it and the next operand may change places: they need not */
    text += may_commute, length -= may_commute;
    i32 place = named_place(text, length);
    bool is_tied = text[0] >= '0' && text[0] <= '9';
    if (is_tied) {
        u64 output = strtoul(text, NULL, 10);
        if (output >= index) return false;
        place = code->place_of[output];
    }
    if (memchr(text, '{', length) && place == NOWHERE) return false;
    if (place == NOWHERE) place = REGISTERS + (i32)index;
    code->place_of[index] = place;
    code->is_indirect[index] = asm_is_indirect(text, length);
    code->places[place] = (Place){type, operand_of(code->lower, value)};
    return true;
}

static bool set_operands(Code86 *code) {
    const Scalars *results = scalars_of(code->lower->fe, LLVMTypeOf(code->assembly->call));
    u32 argument = 0, result = 0;
    size_t length;
    const char *text;
    for (u32 i = 0; (text = asm_constraint(code->assembly, i, &length)) && !asm_is_clobber(text); i++) {
        if (i == MOST_OPERANDS) return false;
        code->count = i + 1;
        if (asm_is_output(text) && !asm_is_indirect(text, length)) {
            if (result == results->count || results->types[result]->kind == TYPE_FLOAT) return false;
            i32 place = named_place(text, length);
            if (memchr(text, '{', length) && place == NOWHERE) return false;
            code->place_of[i] = place == NOWHERE ? REGISTERS + (i32)i : place;
            code->result_types[i] = results->types[result++];
        } else {
            if (argument == LLVMGetNumArgOperands(code->assembly->call)) return false;
            if (!set_input(code, i, text, length, LLVMGetOperand(code->assembly->call, argument++))) return false;
        }
    }
    return result == results->count;
}

/* A result has what stands in its place in the end. */
static bool take_result(Code86 *code, u32 index, u32 dst) {
    const Type *type = code->result_types[index];
    const Place *place = &code->places[code->place_of[index]];
    Operand value = place->value;
    if (!place->type) value = undefined_operand(code->lower, type);
    else if (place->type != type && (place->type->kind != TYPE_INT || type->kind != TYPE_INT)) return false;
    else if (place->type != type) value = resize(code, place->type->bits, type->bits, value);
    if (!code->is_dry) emit(code->lower, OP_MOVE, type, dst, value, OPERAND_NONE, OPERAND_NONE);
    return true;
}

static bool take_results(Code86 *code) {
    u32 result = 0, dst = code->is_dry ? 0 : result_registers(code->lower, code->assembly->call);
    for (u32 i = 0; i < code->count; i++)
        if (code->result_types[i] && !take_result(code, i, dst + result++)) return false;
    return true;
}

static Code86 new_code(Lowering *lower, const Assembly *assembly, bool is_dry) {
    return (Code86){.lower = lower, .assembly = assembly, .is_dry = is_dry};
}

bool lower_asm_code(Lowering *lower, const Assembly *assembly, Text *unknown) {
    const char *where = "";
    size_t length = 0;
    for (int is_dry = 1; is_dry >= 0; is_dry--) {
        Code86 code = new_code(lower, assembly, is_dry);
        bool is_known = set_operands(&code) && run_all(&code, &where, &length) && take_results(&code);
        assert(is_known || is_dry);
        if (is_known) continue;
        text_add_n(unknown, where, length);
        return false;
    }
    return true;
}
