/* <math.h>: the host's functions on concrete values. */
#include "machine/builtins.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* ---- Arguments and results ---- */

/* Arguments stand one after the other in cells: a long double takes two. */
typedef struct {
    const u64 *next;
} Reader;
static float take_f(Reader *reader) {
    float value;
    memcpy(&value, reader->next++, sizeof value);
    return value;
}
static double take_d(Reader *reader) {
    double value;
    memcpy(&value, reader->next++, sizeof value);
    return value;
}
static long double take_l(Reader *reader) {
    long double value = 0;
    memcpy(&value, reader->next, 10);
    reader->next += 2;
    return value;
}
static int take_i(Reader *reader) { return (int)(u32)*reader->next++; }
static u64 take_p(Reader *reader) { return *reader->next++; }

static void give_f(u64 *result, float value) {
    *result = 0;
    memcpy(result, &value, sizeof value);
}
static void give_d(u64 *result, double value) { memcpy(result, &value, sizeof value); }
static void give_l(u64 *result, long double value) {
    result[1] = 0;
    memcpy(result, &value, 10);
}
/* int, long or long long: the call's type says how wide. */
static void give_integer(const BuiltinCall *call, i64 value) {
    const Type *type = call->site->call->type->element;
    *call->result = (u64)value & low_mask(type->kind == TYPE_INT ? MIN(64u, type->bits) : 32);
}

/* ---- One function for each shape, in three formats ---- */

#define SHAPES(suffix, type)                                                                                           \
    static bool run_1##suffix(Machine *m, const BuiltinCall *call) {                                                   \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in);                                                                                   \
        give_##suffix(call->result, ((type(*)(type))call->builtin->host)(x));                                          \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_2##suffix(Machine *m, const BuiltinCall *call) {                                                   \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in), y = take_##suffix(&in);                                                           \
        give_##suffix(call->result, ((type(*)(type, type))call->builtin->host)(x, y));                                 \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_3##suffix(Machine *m, const BuiltinCall *call) {                                                   \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in), y = take_##suffix(&in), z = take_##suffix(&in);                                   \
        give_##suffix(call->result, ((type(*)(type, type, type))call->builtin->host)(x, y, z));                        \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_int##suffix(Machine *m, const BuiltinCall *call) { /* int f(type) */                               \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in);                                                                                   \
        give_integer(call, ((int (*)(type))call->builtin->host)(x));                                                   \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_long##suffix(Machine *m, const BuiltinCall *call) { /* long long f(type) */                        \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in);                                                                                   \
        give_integer(call, ((long long (*)(type))call->builtin->host)(x));                                             \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_scale##suffix(Machine *m, const BuiltinCall *call) { /* type f(type, int) */                       \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in);                                                                                   \
        int n = take_i(&in);                                                                                           \
        give_##suffix(call->result, ((type(*)(type, int))call->builtin->host)(x, n));                                  \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_order##suffix(Machine *m, const BuiltinCall *call) { /* type f(int, type) */                       \
        Reader in = {call->args};                                                                                      \
        int n = take_i(&in);                                                                                           \
        type x = take_##suffix(&in);                                                                                   \
        give_##suffix(call->result, ((type(*)(int, type))call->builtin->host)(n, x));                                  \
        return true;                                                                                                   \
    }                                                                                                                  \
    static bool run_intout##suffix(Machine *m, const BuiltinCall *call) { /* type f(type, int *) */                    \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in);                                                                                   \
        int out = 0;                                                                                                   \
        give_##suffix(call->result, ((type(*)(type, int *))call->builtin->host)(x, &out));                             \
        u8 *target = memory_writable(m, call->ip, call->r, take_p(&in), sizeof out);                                   \
        if (target) memcpy(target, &out, sizeof out);                                                                  \
        return target != NULL;                                                                                         \
    }                                                                                                                  \
    static bool run_floatout##suffix(Machine *m, const BuiltinCall *call) { /* type f(type, type *) */                 \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in), out = 0;                                                                          \
        give_##suffix(call->result, ((type(*)(type, type *))call->builtin->host)(x, &out));                            \
        u64 size = sizeof(type) == 16 ? 10 : sizeof(type);                                                             \
        u8 *target = memory_writable(m, call->ip, call->r, take_p(&in), size);                                         \
        if (target) memcpy(target, &out, size);                                                                        \
        return target != NULL;                                                                                         \
    }                                                                                                                  \
    static bool run_remquo##suffix(Machine *m, const BuiltinCall *call) { /* type f(type, type, int *) */              \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in), y = take_##suffix(&in);                                                           \
        int out = 0;                                                                                                   \
        give_##suffix(call->result, ((type(*)(type, type, int *))call->builtin->host)(x, y, &out));                    \
        u8 *target = memory_writable(m, call->ip, call->r, take_p(&in), sizeof out);                                   \
        if (target) memcpy(target, &out, sizeof out);                                                                  \
        return target != NULL;                                                                                         \
    }                                                                                                                  \
    static bool run_sincos##suffix(Machine *m, const BuiltinCall *call) { /* void f(type, type *, type *) */           \
        Reader in = {call->args};                                                                                      \
        type x = take_##suffix(&in), out[2] = {0, 0};                                                                  \
        u64 to[2] = {take_p(&in), take_p(&in)}, size = sizeof(type) == 16 ? 10 : sizeof(type);                         \
        ((void (*)(type, type *, type *))call->builtin->host)(x, &out[0], &out[1]);                                    \
        for (u32 i = 0; i < 2; i++) {                                                                                  \
            u8 *target = memory_writable(m, call->ip, call->r, to[i], size);                                           \
            if (!target) return false;                                                                                 \
            memcpy(target, &out[i], size);                                                                             \
        }                                                                                                              \
        return true;                                                                                                   \
    }
SHAPES(f, float)
SHAPES(d, double)
SHAPES(l, long double)

static bool run_nexttoward_f(Machine *m, const BuiltinCall *call) {
    Reader in = {call->args};
    float x = take_f(&in);
    give_f(call->result, nexttowardf(x, take_l(&in)));
    return true;
}
static bool run_nexttoward_d(Machine *m, const BuiltinCall *call) {
    Reader in = {call->args};
    double x = take_d(&in);
    give_d(call->result, nexttoward(x, take_l(&in)));
    return true;
}
/* double f(double, long): scalbln. */
static bool run_scalbln_d(Machine *m, const BuiltinCall *call) {
    Reader in = {call->args};
    double x = take_d(&in);
    u64 n = take_p(&in);
    give_d(call->result, scalbln(x, m->program->pointer_bytes == 4 ? (i32)(u32)n : (long)n));
    return true;
}

/* The floating point environment is the host's: the machine computes with it. int f(int), int f(void). */
static bool run_environment(Machine *m, const BuiltinCall *call) {
    *call->result = (u32)((int (*)(int))call->builtin->host)((int)(u32)call->args[0]);
    return true;
}
static bool run_environment_0(Machine *m, const BuiltinCall *call) {
    *call->result = (u32)((int (*)(void))call->builtin->host)();
    return true;
}

/* ---- The table ---- */

int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
int __signbit(double), __signbitf(float), __signbitl(long double);

/* Tables read better in columns. */
// clang-format off
#define ENTRY(text, shape, function, pure)                                                                             \
    {.name = text, .run = run_##shape, .is_pure = pure, .host = (void (*)(void))(function)},
#define IN_THREE(shape, function)                                                                                      \
    ENTRY(#function, shape##d, function, true)                                                                         \
    ENTRY(#function "f", shape##f, function##f, true) ENTRY(#function "l", shape##l, function##l, true)
#define WRITES_THREE(shape, function)                                                                                  \
    ENTRY(#function, shape##d, function, false)                                                                        \
    ENTRY(#function "f", shape##f, function##f, false) ENTRY(#function "l", shape##l, function##l, false)
const Builtin builtins_math[] = {
    IN_THREE(1, sin) IN_THREE(1, cos) IN_THREE(1, tan) IN_THREE(1, asin) IN_THREE(1, acos) IN_THREE(1, atan)
    IN_THREE(1, sinh) IN_THREE(1, cosh) IN_THREE(1, tanh) IN_THREE(1, asinh) IN_THREE(1, acosh) IN_THREE(1, atanh)
    IN_THREE(1, exp) IN_THREE(1, exp2) IN_THREE(1, exp10) IN_THREE(1, expm1) IN_THREE(1, log) IN_THREE(1, log2)
    IN_THREE(1, log10) IN_THREE(1, log1p) IN_THREE(1, logb) IN_THREE(1, sqrt) IN_THREE(1, cbrt) IN_THREE(1, fabs)
    IN_THREE(1, floor) IN_THREE(1, ceil) IN_THREE(1, trunc) IN_THREE(1, round) IN_THREE(1, roundeven)
    IN_THREE(1, rint) IN_THREE(1, nearbyint) IN_THREE(1, erf) IN_THREE(1, erfc) IN_THREE(1, tgamma)
    IN_THREE(1, lgamma) IN_THREE(1, j0) IN_THREE(1, j1) IN_THREE(1, y0) IN_THREE(1, y1) IN_THREE(1, significand)
    IN_THREE(2, pow) IN_THREE(2, fmod) IN_THREE(2, remainder) IN_THREE(2, atan2) IN_THREE(2, hypot) IN_THREE(2, fmin)
    IN_THREE(2, fmax) IN_THREE(2, fdim) IN_THREE(2, copysign) IN_THREE(2, nextafter) IN_THREE(2, drem)
    IN_THREE(3, fma) IN_THREE(int, ilogb) IN_THREE(long, lrint) IN_THREE(long, llrint) IN_THREE(long, lround)
    IN_THREE(long, llround) IN_THREE(scale, ldexp) IN_THREE(scale, scalbn) IN_THREE(order, jn) IN_THREE(order, yn)
    IN_THREE(int, __fpclassify) IN_THREE(int, __signbit) IN_THREE(int, __isinf) IN_THREE(int, __isnan)
    IN_THREE(int, __finite) ENTRY("isinf", intd, __isinf, true) ENTRY("isnan", intd, __isnan, true)
    ENTRY("finite", intd, __finite, true) ENTRY("isinff", intf, __isinff, true) ENTRY("isnanf", intf, __isnanf, true)
    ENTRY("finitef", intf, __finitef, true) ENTRY("isinfl", intl, __isinfl, true)
    ENTRY("isnanl", intl, __isnanl, true) ENTRY("finitel", intl, __finitel, true)
    ENTRY("nexttoward", nexttoward_d, NULL, true) ENTRY("nexttowardf", nexttoward_f, NULL, true)
    ENTRY("nexttowardl", 2l, nexttowardl, true) ENTRY("scalbln", scalbln_d, NULL, true) WRITES_THREE(intout, frexp)
    ENTRY("lgamma_r", intoutd, lgamma_r, false) ENTRY("lgammaf_r", intoutf, lgammaf_r, false)
    ENTRY("lgammal_r", intoutl, lgammal_r, false) WRITES_THREE(floatout, modf) WRITES_THREE(remquo, remquo)
    WRITES_THREE(sincos, sincos) ENTRY("fegetround", environment_0, fegetround, false)
    ENTRY("fesetround", environment, fesetround, false) ENTRY("feclearexcept", environment, feclearexcept, false)
    ENTRY("feraiseexcept", environment, feraiseexcept, false) ENTRY("fetestexcept", environment, fetestexcept, false)
    {0},
};
// clang-format on
