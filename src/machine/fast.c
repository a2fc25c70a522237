/* The fast loop: a handler an operation, each a few lines, each ending in a jump to the next.
 *
 * A handler deals with the common case and leaves the rest to an out-of-line function of the same
 * signature, so that it needs no stack frame of its own. */
#include "machine/machine.h"
#include "machine/scalar.h"

#include <string.h>

#define HANDLER(NAME) static HANDLER_CALL void do_##NAME(Machine *m, const Code *ip, u64 *r, const Dispatch *t)
#define OUT_OF_LINE static __attribute__((noinline, cold)) HANDLER_CALL void
#define TAIL(function) __attribute__((musttail)) return function(m, ip, r, t)
#define NEXT DISPATCH(ip + 1)

/* ---- What goes wrong in arithmetic: an error of the program, or poison, as the instruction says ---- */

OUT_OF_LINE arithmetic_failed(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const Insn *insn = machine_insn(ip, r);
    if (scalar_report(m, ip, r, insn)) return;
    /* Poison is undefined in every bit, which only the tracking loop can carry. */
    track_set_undefined(m, r, ip->d, low_mask(code_infos[ip->op].bits), 0);
    t = &m->tracking;
    NEXT;
}

/* ---- Integer families: code.h has expanded them into names, here they become handlers ---- */

#undef FAMILY_BINARY
#undef FAMILY_CHECKED
#undef FAMILY_DIVISION
#undef FAMILY_SHIFT
#undef FAMILY_COMPARE
#undef FAMILY_FLOAT
#undef FAMILY_MEMORY

#define BINARY_HANDLER(NAME, type, second, expression)                                                                 \
    HANDLER(NAME) {                                                                                                    \
        type x = (type)r[ip->a], y = (type)(second);                                                                   \
        r[ip->d] = (type)(expression);                                                                                 \
        NEXT;                                                                                                          \
    }
#define CHECKED_HANDLER(NAME, type, stype, second, builtin)                                                            \
    HANDLER(NAME) {                                                                                                    \
        stype result;                                                                                                  \
        if (UNLIKELY(builtin((stype)r[ip->a], (stype)(second), &result))) TAIL(arithmetic_failed);                     \
        r[ip->d] = (type)result;                                                                                       \
        NEXT;                                                                                                          \
    }
#define DIVISION_HANDLER(NAME, type, stype, minimum, signedness, expression)                                           \
    HANDLER(NAME) {                                                                                                    \
        type x = (type)r[ip->a], y = (type)r[ip->b];                                                                   \
        stype sx __attribute__((unused)) = (stype)x, sy __attribute__((unused)) = (stype)y;                            \
        if (UNLIKELY(y == 0 || ((signedness) && sy == -1 && sx == (minimum)))) TAIL(arithmetic_failed);                \
        r[ip->d] = (type)(expression);                                                                                 \
        NEXT;                                                                                                          \
    }
/* signedness 2: the base must not be negative and the result must fit (C17 6.5.7p4). */
#define SHIFT_HANDLER(NAME, type, stype, bits, second, signedness, expression)                                         \
    HANDLER(NAME) {                                                                                                    \
        type x = (type)r[ip->a], amount = (type)(second);                                                              \
        if (UNLIKELY(amount >= (bits))) TAIL(arithmetic_failed);                                                       \
        if ((signedness) == 2 && UNLIKELY((type)(x >> ((bits) - 1 - amount)) != 0)) TAIL(arithmetic_failed);           \
        stype sx __attribute__((unused)) = (stype)x;                                                                   \
        unsigned y = (unsigned)amount;                                                                                 \
        r[ip->d] = (type)(expression);                                                                                 \
        NEXT;                                                                                                          \
    }
#define COMPARE_HANDLERS(NAME, type, operator)                                                                         \
    HANDLER(NAME) {                                                                                                    \
        r[ip->d] = (type)r[ip->a] operator(type) r[ip->b];                                                             \
        NEXT;                                                                                                          \
    }                                                                                                                  \
    HANDLER(NAME##I) {                                                                                                 \
        r[ip->d] = (type)r[ip->a] operator(type) ip->imm;                                                              \
        NEXT;                                                                                                          \
    }
#define BRANCH_HANDLERS(NAME, type, operator)                                                                          \
    HANDLER(BR_##NAME) {                                                                                               \
        ip = (type)r[ip->a] operator(type) r[ip->b] ? ip + (i32)ip->d : ip + 1;                                        \
        DISPATCH(ip);                                                                                                  \
    }                                                                                                                  \
    HANDLER(BR_##NAME##I) {                                                                                            \
        ip = (type)r[ip->a] operator(type) ip->imm ? ip + (i32)ip->d : ip + 1;                                         \
        DISPATCH(ip);                                                                                                  \
    }

/* Tables read better in columns. */
// clang-format off
#define FAMILY_BINARY(NAME, expression, rule, term)                                                                    \
    BINARY_HANDLER(NAME##8, u8, r[ip->b], expression) BINARY_HANDLER(NAME##8I, u8, ip->imm, expression)                \
    BINARY_HANDLER(NAME##16, u16, r[ip->b], expression) BINARY_HANDLER(NAME##16I, u16, ip->imm, expression)            \
    BINARY_HANDLER(NAME##32, u32, r[ip->b], expression) BINARY_HANDLER(NAME##32I, u32, ip->imm, expression)            \
    BINARY_HANDLER(NAME##64, u64, r[ip->b], expression) BINARY_HANDLER(NAME##64I, u64, ip->imm, expression)
#define FAMILY_CHECKED(NAME, builtin, rule, term, check)                                                               \
    CHECKED_HANDLER(NAME##8, u8, i8, r[ip->b], builtin) CHECKED_HANDLER(NAME##8I, u8, i8, ip->imm, builtin)            \
    CHECKED_HANDLER(NAME##16, u16, i16, r[ip->b], builtin) CHECKED_HANDLER(NAME##16I, u16, i16, ip->imm, builtin)      \
    CHECKED_HANDLER(NAME##32, u32, i32, r[ip->b], builtin) CHECKED_HANDLER(NAME##32I, u32, i32, ip->imm, builtin)      \
    CHECKED_HANDLER(NAME##64, u64, i64, r[ip->b], builtin) CHECKED_HANDLER(NAME##64I, u64, i64, ip->imm, builtin)
#define FAMILY_DIVISION(NAME, signedness, expression, term, check)                                                     \
    DIVISION_HANDLER(NAME##32, u32, i32, INT32_MIN, signedness, expression)                                            \
    DIVISION_HANDLER(NAME##64, u64, i64, INT64_MIN, signedness, expression)
#define FAMILY_SHIFT(NAME, signedness, expression, rule, term, check)                                                  \
    SHIFT_HANDLER(NAME##8, u8, i8, 8, r[ip->b], signedness, expression)                                                \
    SHIFT_HANDLER(NAME##8I, u8, i8, 8, ip->imm, signedness, expression)                                                \
    SHIFT_HANDLER(NAME##16, u16, i16, 16, r[ip->b], signedness, expression)                                            \
    SHIFT_HANDLER(NAME##16I, u16, i16, 16, ip->imm, signedness, expression)                                            \
    SHIFT_HANDLER(NAME##32, u32, i32, 32, r[ip->b], signedness, expression)                                            \
    SHIFT_HANDLER(NAME##32I, u32, i32, 32, ip->imm, signedness, expression)                                            \
    SHIFT_HANDLER(NAME##64, u64, i64, 64, r[ip->b], signedness, expression)                                            \
    SHIFT_HANDLER(NAME##64I, u64, i64, 64, ip->imm, signedness, expression)
#define COMPARE_0(NAME, operator)                                                                                      \
    COMPARE_HANDLERS(NAME##32, u32, operator) COMPARE_HANDLERS(NAME##64, u64, operator)                                \
    BRANCH_HANDLERS(NAME##32, u32, operator) BRANCH_HANDLERS(NAME##64, u64, operator)
#define COMPARE_1(NAME, operator)                                                                                      \
    COMPARE_HANDLERS(NAME##32, i32, operator) COMPARE_HANDLERS(NAME##64, i64, operator)                                \
    BRANCH_HANDLERS(NAME##32, i32, operator) BRANCH_HANDLERS(NAME##64, i64, operator)
#define FAMILY_COMPARE(NAME, signedness, operator, rule, term) COMPARE_##signedness(NAME, operator)
// clang-format on

static inline float as_float(u64 cell) {
    u32 bits = (u32)cell;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline u64 from_float(float value) {
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline double as_double(u64 cell) {
    double value;
    memcpy(&value, &cell, sizeof value);
    return value;
}
static inline u64 from_double(double value) {
    u64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
#define FAMILY_FLOAT(NAME, expression, term)                                                                           \
    HANDLER(NAME##_F) {                                                                                                \
        float x = as_float(r[ip->a]), y = as_float(r[ip->b]);                                                          \
        r[ip->d] = from_float(expression);                                                                             \
        NEXT;                                                                                                          \
    }                                                                                                                  \
    HANDLER(NAME##_D) {                                                                                                \
        double x = as_double(r[ip->a]), y = as_double(r[ip->b]);                                                       \
        r[ip->d] = from_double(expression);                                                                            \
        NEXT;                                                                                                          \
    }

/* ---- Memory family ---- */

/* The offset of an access in its object; wraps far out of any object's size when it is outside. */
#define OFFSET_PLAIN ((u64)(u32)p + (u64)ip->imm)
#define OFFSET_X ((u64)(u32)p + r[ip->b] * ip->aux + (u64)ip->imm)
#define OFFSET_W ((u64)(u32)p + (u64)((i64)(i32)r[ip->b] * ip->aux) + (u64)ip->imm)

#define LOAD_HANDLER(NAME, type, position)                                                                             \
    HANDLER(NAME) {                                                                                                    \
        u64 p = r[ip->a];                                                                                              \
        const Object *object = object_at(&m->objects, pointer_object(p));                                              \
        u64 offset = (position) - object->base, readable = object->readable;                                           \
        if (UNLIKELY(offset >= readable || readable - offset < sizeof(type))) TAIL(fast_slow_load);                    \
        if (object->undefined) {                                                                                       \
            type undefined;                                                                                            \
            memcpy(&undefined, object->undefined + offset, sizeof undefined);                                          \
            if (UNLIKELY(undefined != 0)) TAIL(fast_slow_load);                                                        \
        }                                                                                                              \
        type value;                                                                                                    \
        memcpy(&value, object->bytes + offset, sizeof value);                                                          \
        r[ip->d] = value;                                                                                              \
        NEXT;                                                                                                          \
    }
#define STORE_HANDLER(NAME, type, position)                                                                            \
    HANDLER(NAME) {                                                                                                    \
        u64 p = r[ip->a];                                                                                              \
        Object *object = object_to_store(&m->objects, pointer_object(p));                                              \
        u64 offset = (position) - object->base, writable = object->writable;                                           \
        if (UNLIKELY(offset >= writable || writable - offset < sizeof(type))) TAIL(fast_slow_store);                   \
        type value = (type)r[ip->d];                                                                                   \
        if (object->undefined) memset(object->undefined + offset, 0, sizeof(type));                                    \
        if (UNLIKELY(object->provenance)) object_clear_provenance(object, (u32)offset, sizeof(type));                  \
        memcpy(object->bytes + offset, &value, sizeof value);                                                          \
        NEXT;                                                                                                          \
    }
/* Pointers of ILP32: four bytes, and the object they are based on beside them. */
#define LOAD_POINTER_HANDLER(NAME, position)                                                                           \
    HANDLER(NAME) {                                                                                                    \
        u64 p = r[ip->a];                                                                                              \
        const Object *object = object_at(&m->objects, pointer_object(p));                                              \
        u64 offset = (position) - object->base, readable = object->readable;                                           \
        if (UNLIKELY(offset >= readable || readable - offset < 4)) TAIL(fast_slow_load);                               \
        u32 value, undefined = 0;                                                                                      \
        if (object->undefined) memcpy(&undefined, object->undefined + offset, 4);                                      \
        memcpy(&value, object->bytes + offset, 4);                                                                     \
        u32 based_on = object_provenance(object, (u32)offset);                                                         \
        if (UNLIKELY(undefined || (!based_on && value))) TAIL(fast_slow_load);                                         \
        r[ip->d] = (u64)based_on << 32 | value;                                                                        \
        NEXT;                                                                                                          \
    }
#define STORE_POINTER_HANDLER(NAME, position)                                                                          \
    HANDLER(NAME) {                                                                                                    \
        u64 p = r[ip->a];                                                                                              \
        Object *object = object_to_store(&m->objects, pointer_object(p));                                              \
        u64 offset = (position) - object->base, writable = object->writable;                                           \
        if (UNLIKELY(offset >= writable || writable - offset < 4)) TAIL(fast_slow_store);                              \
        u32 value = (u32)r[ip->d];                                                                                     \
        if (object->undefined) memset(object->undefined + offset, 0, 4);                                               \
        object_set_provenance(object, (u32)offset, pointer_object(r[ip->d]));                                          \
        memcpy(object->bytes + offset, &value, 4);                                                                     \
        NEXT;                                                                                                          \
    }
/* Tables read better in columns. */
// clang-format off
#define MEMORY_HANDLERS(KIND, NAME, position)                                                                          \
    KIND##_HANDLER(NAME##8, u8, position) KIND##_HANDLER(NAME##16, u16, position)                                      \
    KIND##_HANDLER(NAME##32, u32, position) KIND##_HANDLER(NAME##64, u64, position)                                    \
    KIND##_POINTER_HANDLER(NAME##P, position)
#define FAMILY_MEMORY(NAME, rule)                                                                                      \
    MEMORY_HANDLERS(NAME, NAME, OFFSET_PLAIN) MEMORY_HANDLERS(NAME, NAME##X, OFFSET_X) MEMORY_HANDLERS(NAME, NAME##W, OFFSET_W)
// clang-format on

/* The families of the table become handlers here; single operations follow below. */
#define CODE(NAME, ...)
#include "code/code.def"
#undef CODE

/* ---- Single operations ---- */

static inline u64 float_relation(double x, double y) {
    return x < y ? FCMP_LESS : x == y ? FCMP_EQUAL : x > y ? FCMP_GREATER : FCMP_UNORDERED;
}
HANDLER(FCMP_F) {
    r[ip->d] = (float_relation(as_float(r[ip->a]), as_float(r[ip->b])) & ip->aux) != 0;
    NEXT;
}
HANDLER(FCMP_D) {
    r[ip->d] = (float_relation(as_double(r[ip->a]), as_double(r[ip->b])) & ip->aux) != 0;
    NEXT;
}

HANDLER(MOVE) {
    r[ip->d] = r[ip->a];
    NEXT;
}
HANDLER(CONST) {
    r[ip->d] = (u64)ip->imm;
    NEXT;
}
HANDLER(UNDEFINED) {
    track_set_undefined(m, r, ip->d, (u64)ip->imm, 0);
    t = &m->tracking;
    NEXT;
}
HANDLER(MASK) {
    r[ip->d] = r[ip->a] & (u64)ip->imm;
    NEXT;
}
HANDLER(SEXT8) {
    r[ip->d] = (u64)(i64)(i8)r[ip->a] & (u64)ip->imm;
    NEXT;
}
HANDLER(SEXT16) {
    r[ip->d] = (u64)(i64)(i16)r[ip->a] & (u64)ip->imm;
    NEXT;
}
HANDLER(SEXT32) {
    r[ip->d] = (u64)(i64)(i32)r[ip->a] & (u64)ip->imm;
    NEXT;
}
HANDLER(SEXT) {
    r[ip->d] = (u64)sign_extend(r[ip->a], ip->aux) & (u64)ip->imm;
    NEXT;
}
HANDLER(SELECT) {
    r[ip->d] = r[ip->imm] ? r[ip->a] : r[ip->b];
    NEXT;
}

OUT_OF_LINE scalar_failed(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const ScalarOp *op = ip->data;
    if (scalar_report(m, ip, r, op->insn)) return;
    for (u32 i = 0; i < type_limbs(op->result_type); i++)
        track_set_undefined(m, r, ip->d + i, low_mask(MIN(64u, op->result_bits - i * 64)), 0);
    t = &m->tracking;
    NEXT;
}
HANDLER(SCALAR) {
    if (UNLIKELY(!scalar_execute(ip->data, r))) TAIL(scalar_failed);
    NEXT;
}
HANDLER(CHECK) {
    r[ip->d] = r[ip->a] & 1;
    if (UNLIKELY(!(r[ip->a] & 1))) TAIL(scalar_failed);
    NEXT;
}

/* LP64: a step that leaves the window of its object must not end up in another's. */
OUT_OF_LINE move_far(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    r[ip->d] = objects_move_far(&m->objects, r[ip->a], code_delta(ip, r));
    NEXT;
}
#define ADDRESS_HANDLER(NAME, position)                                                                                \
    HANDLER(NAME) {                                                                                                    \
        u64 p = r[ip->a], target = position;                                                                           \
        if (UNLIKELY(target >> 32)) TAIL(move_far);                                                                    \
        r[ip->d] = (p & 0xffffffff00000000u) | target;                                                                 \
        NEXT;                                                                                                          \
    }
ADDRESS_HANDLER(ADDRESS, OFFSET_PLAIN)
ADDRESS_HANDLER(ADDRESS_X, OFFSET_X)
ADDRESS_HANDLER(ADDRESS_W, OFFSET_W)
#define ADDRESS32_HANDLER(NAME, position)                                                                              \
    HANDLER(NAME) {                                                                                                    \
        u64 p = r[ip->a];                                                                                              \
        r[ip->d] = (p & 0xffffffff00000000u) | (u32)(position);                                                        \
        NEXT;                                                                                                          \
    }
ADDRESS32_HANDLER(ADDRESS32, OFFSET_PLAIN)
ADDRESS32_HANDLER(ADDRESS32_X, OFFSET_X)
ADDRESS32_HANDLER(ADDRESS32_W, OFFSET_W)
HANDLER(INTTOPTR32) {
    r[ip->d] = objects_pointer_from_number(&m->objects, (u32)r[ip->a]);
    NEXT;
}

OUT_OF_LINE subtract_across(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    u64 difference = r[ip->a] - r[ip->b];
    objects_relate(&m->objects, r[ip->b], r[ip->a]);
    r[ip->d] = ip->op == CODE_PTRSUB32 ? (u32)difference : difference;
    NEXT;
}
HANDLER(PTRSUB) {
    if (UNLIKELY((r[ip->a] ^ r[ip->b]) >> 32)) TAIL(subtract_across);
    r[ip->d] = r[ip->a] - r[ip->b];
    NEXT;
}
HANDLER(PTRSUB32) {
    if (UNLIKELY((r[ip->a] ^ r[ip->b]) >> 32)) TAIL(subtract_across);
    r[ip->d] = (u32)(r[ip->a] - r[ip->b]);
    NEXT;
}

HANDLER(COPY) {
    if (UNLIKELY(memory_is_for_terms(m, r, r[ip->a], 0, r[ip->imm]) ||
                 memory_is_for_terms(m, r, r[ip->b], 0, r[ip->imm]))) {
        t = &m->tracking;
        DISPATCH(ip);
    }
    if (!memory_copy(m, ip, r, r[ip->a], r[ip->b], r[ip->imm], ip->aux, ip->aux ? "memmove" : "memcpy")) return;
    NEXT;
}
HANDLER(FILL) {
    if (UNLIKELY(memory_is_for_terms(m, r, r[ip->a], 0, r[ip->imm]))) {
        t = &m->tracking;
        DISPATCH(ip);
    }
    if (!memory_fill(m, ip, r, r[ip->a], (u8)r[ip->b], r[ip->imm])) return;
    NEXT;
}

HANDLER(ENTER) { TAIL(call_enter); }
HANDLER(LEAVE) { TAIL(call_leave); }

HANDLER(SCOPE_BEGIN) {
    const FrameObject *local = ip->data;
    u32 before = pointer_object(r[local->cell]); /* alive if control went back without leaving the scope */
    if (UNLIKELY(before && object_info(&m->objects, before)->state == OBJECT_LIVE))
        objects_end(&m->objects, before, OBJECT_OUT_OF_SCOPE);
    u32 number = call_new_local(m, frame_of(r), local);
    if (UNLIKELY(!number)) {
        machine_fault_text(m, ip, r, FAULT_STACK_OVERFLOW, "there is no address space left for '%s'",
                           local->variable->name ? local->variable->name : "a local");
        return;
    }
    object_own_info(&m->objects, number)->variable = local->variable;
    r[local->cell] = object_pointer(&m->objects, number);
    machine_made_object(m, r);
    NEXT;
}
HANDLER(SCOPE_END) {
    const FrameObject *local = ip->data;
    u32 number = pointer_object(r[local->cell]);
    if (number && object_info(&m->objects, number)->state == OBJECT_LIVE)
        objects_end(&m->objects, number, OBJECT_OUT_OF_SCOPE);
    NEXT;
}

OUT_OF_LINE read_unset(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    track_read_unset(m, r, ip->data, ip->d, ip->a);
    t = &m->tracking;
    NEXT;
}
HANDLER(CHECK_SET) {
    if (UNLIKELY(!r[ip->a])) TAIL(read_unset);
    NEXT;
}

HANDLER(ALLOCA) {
    u64 pointer = call_new_alloca(m, ip, r, r[ip->a], 1u << ip->aux, ip->data);
    if (UNLIKELY(!pointer)) return;
    r[ip->d] = pointer;
    NEXT;
}
HANDLER(STACK_SAVE) {
    r[ip->d] = m->allocas.count;
    NEXT;
}
HANDLER(STACK_RESTORE) {
    if (r[ip->a] <= m->allocas.count) call_end_allocas(m, (u32)r[ip->a], OBJECT_OUT_OF_SCOPE);
    NEXT;
}
HANDLER(COPY_ARGUMENT) {
    u32 source;
    u64 offset;
    if (UNLIKELY(memory_is_for_terms(m, r, r[ip->a], 0, (u64)ip->imm))) {
        t = &m->tracking;
        DISPATCH(ip);
    }
    if (ip->imm && !memory_check_range(m, ip, r, r[ip->a], (u64)ip->imm, ACCESS_READ, &source, &offset)) return;
    u64 copy = call_new_alloca(m, ip, r, (u64)ip->imm, 1u << ip->aux, NULL);
    if (UNLIKELY(!copy || !memory_copy(m, ip, r, copy, r[ip->a], (u64)ip->imm, true, NULL))) return;
    r[ip->d] = copy;
    NEXT;
}
HANDLER(VA_START) {
    if (!varargs_start(m, ip, r, r[ip->a])) return;
    NEXT;
}

HANDLER(PULSE) { NEXT; }
HANDLER(BLOCK) {
    m->block_counts[ip->imm]++;
    NEXT;
}
HANDLER(JOIN) {
    if (m->hooks && m->hooks->waits_at_join(m, ip + 1, r)) return;
    NEXT;
}
HANDLER(MARK_CALL) {
    if (m->hooks && m->hooks->marks_call(m, ip + 1, r, ip->data, ip->d)) return;
    NEXT;
}
HANDLER(JUMP) { DISPATCH(ip + (i32)ip->d); }
HANDLER(BR) { DISPATCH(ip + (r[ip->a] & 1 ? (i32)ip->d : 1)); }
HANDLER(BR_NOT) { DISPATCH(ip + (r[ip->a] & 1 ? 1 : (i32)ip->d)); }

static u32 find_case(const SwitchTable *table, const u64 *value) {
    if (table->limbs == 1) {
        u32 low = 0, high = table->count;
        while (low < high) {
            u32 middle = (low + high) / 2;
            if (table->values[middle] < *value) low = middle + 1;
            else high = middle;
        }
        return low < table->count && table->values[low] == *value ? table->targets[low] : table->default_target;
    }
    for (u32 i = 0; i < table->count; i++)
        if (!memcmp(table->values + (size_t)i * table->limbs, value, table->limbs * sizeof(u64)))
            return table->targets[i];
    return table->default_target;
}
HANDLER(SWITCH) {
    const SwitchTable *table = ip->data;
    u32 target;
    if (LIKELY(table->is_dense)) {
        u64 position = (r[ip->a] - table->low) & table->mask;
        target = position < table->count ? table->targets[position] : table->default_target;
    } else {
        target = find_case(table, &r[ip->a]);
    }
    DISPATCH(frame_of(r)->compiled->code + target);
}
HANDLER(JUMP_INDIRECT) {
    const Compiled *compiled = frame_of(r)->compiled;
    u32 number;
    i64 block;
    objects_resolve(&m->objects, r[ip->a], &number, &block);
    const ObjectInfo *info = object_info(&m->objects, number);
    bool ok = info->kind == OBJECT_FUNCTION && info->function == compiled->function && block > 0 &&
              block <= compiled->function->block_count;
    if (UNLIKELY(!ok)) {
        machine_fault_text(m, ip, r, FAULT_WILD_POINTER, "goto to an address that is not a label of this function");
        return;
    }
    DISPATCH(compiled->code + compiled->block_starts[block - 1]);
}

HANDLER(CALL) {
    const CallSite *site = ip->data;
    const Compiled *callee = site->callee;
    u64 *cells = r + ip->a;
    if (UNLIKELY(cells + callee->cells >= m->cells_end)) TAIL(call_general);
    *frame_of(cells) = (Frame){.caller = frame_of(r),
                               .compiled = callee,
                               .return_to = ip + 1,
                               .site = site,
                               .result = ip->d,
                               .alloca_mark = m->allocas.count};
    r = cells;
    DISPATCH(callee->code);
}
HANDLER(CALL_FIRST) { TAIL(call_first); }
HANDLER(CALL_GENERAL) { TAIL(call_general); }
HANDLER(CALL_POINTER) { TAIL(call_pointer); }
HANDLER(CALL_BUILTIN) { TAIL(call_builtin); }

/* The caller may be tracked: then its results must be marked as defined. */
#define RETURN_TO(frame)                                                                                               \
    do {                                                                                                               \
        Frame *caller_ = (frame)->caller;                                                                              \
        if (UNLIKELY(caller_->is_tracked)) track_left(m, frame);                                                       \
        ip = (frame)->return_to;                                                                                       \
        r = frame_cells(caller_);                                                                                      \
        t = dispatch_for(m, caller_);                                                                                  \
        DISPATCH(ip);                                                                                                  \
    } while (0)
HANDLER(RETURN) {
    Frame *frame = frame_of(r);
    RETURN_TO(frame);
}
HANDLER(RETURN1) {
    Frame *frame = frame_of(r);
    u64 *to = frame_cells(frame->caller) + frame->result;
    *to = r[ip->a];
    if (UNLIKELY(frame->caller->is_tracked)) *undefined_of(m, to) = 0;
    RETURN_TO(frame);
}
HANDLER(RETURN_MANY) {
    Frame *frame = frame_of(r);
    u64 *to = frame_cells(frame->caller) + frame->result;
    memcpy(to, r + ip->a, ip->b * sizeof(u64));
    if (UNLIKELY(frame->caller->is_tracked)) memset(undefined_of(m, to), 0, ip->b * sizeof(u64));
    RETURN_TO(frame);
}

HANDLER(UNREACHABLE) {
    bool is_first = ip == frame_of(r)->compiled->code;
    bool follows_call = !is_first && (ip[-1].op == CODE_CALL || ip[-1].op == CODE_CALL_GENERAL);
    const char *what = machine_insn(ip, r)->flags & INSN_SOURCE_UNREACHABLE ? "control reaches __builtin_unreachable"
                       : follows_call ? "a function that never returns has returned"
                                      : "control reaches code that the compiler took to be unreachable";
    machine_fault_text(m, ip, r, FAULT_UNREACHABLE, "%s", what);
}
HANDLER(UNSUPPORTED) {
    const Function *function = frame_of(r)->compiled->function;
    machine_stuck(m, ip, r, "%s is not supported", function->texts[machine_insn(ip, r)->extra]);
}
HANDLER(FINISH) { m->end = RUN_RETURNED; }

/* ---- Tables ---- */

#include "code/code_families.h"

const CodeInfo code_infos[CODE_COUNT] = {
#define CODE(NAME, form, bits, rule) [CODE_##NAME] = {#NAME, FORM_##form, bits, RULE_##rule},
#include "code/code.def"
#undef CODE
};

void fast_fill_dispatch(Dispatch *dispatch) {
#define CODE(NAME, ...) dispatch->handlers[CODE_##NAME] = do_##NAME;
#include "code/code.def"
#undef CODE
}

/* Counts every operation, then does it. */
static HANDLER_CALL void count_and_do(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    m->statistics.instructions++;
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}
void fast_fill_counting(Dispatch *dispatch) {
    for (u32 i = 0; i < CODE_COUNT; i++) dispatch->handlers[i] = count_and_do;
}
