// Builtins of the compiler: constants, choices, types, floats, memory, expectations.
#include <stddef.h>
#include <stdio.h>

struct s { char c; int i; double d[2]; };

static int not_reached(int x)
{
    if (x < 0)
        __builtin_unreachable();
    __builtin_assume(x >= 0);
    return x + 1;
}

int main(void)
{
    volatile int three = 3;
    volatile double nan = __builtin_nan(""), inf = __builtin_inf(), minus = -0.0;
    printf("%d %d\n", __builtin_expect(three == 3, 1) ? 1 : 0, __builtin_choose_expr(1, 10, "no"));
    printf("%d %d\n", __builtin_constant_p(5), __builtin_constant_p(three));
    printf("%d %d\n", __builtin_types_compatible_p(int, typeof(three)), __builtin_types_compatible_p(int, long));
    printf("%d %d\n", (int)__builtin_offsetof(struct s, i), (int)__builtin_offsetof(struct s, d[1]) - (int)offsetof(struct s, d));
    printf("%d %d %d\n", __builtin_isnan(nan) != 0, __builtin_isinf(inf) != 0, __builtin_isfinite(nan));
    printf("%d %d %g\n", __builtin_signbit(minus) != 0, __builtin_isinf_sign(-inf), __builtin_copysign(2.0, minus));
    printf("%d %d\n", __builtin_huge_val() == inf, __builtin_isnormal(1.0) != 0);
    printf("%g %g %g\n", __builtin_fmax(nan, 2), __builtin_fabs(-2.5), __builtin_sqrt(2.25));
    printf("%g %g %g\n", __builtin_floor(-2.5), __builtin_trunc(-2.5), __builtin_ceil(2.1));
    printf("%d %d %d\n", __builtin_fpclassify(0, 1, 2, 3, 4, nan), __builtin_fpclassify(0, 1, 2, 3, 4, minus),
           __builtin_fpclassify(0, 1, 2, 3, 4, 5.0));
    char buffer[10];
    printf("%d %d\n", (int)__builtin_object_size(buffer, 0), (int)__builtin_object_size(buffer + 4, 0));
    printf("%d %s\n", (int)__builtin_strlen("seven!!"), (char *)__builtin_memcpy(buffer, "copied", 7));
    __builtin_memset(buffer + 1, '-', 3);
    printf("%s %d %d\n", buffer, __builtin_memcmp("ab", "ac", 2) < 0, __builtin_strcmp("b", "a") > 0);
    int *v = __builtin_alloca(sizeof(int) * 3);
    v[2] = not_reached(6);
    printf("%d %d\n", v[2], __builtin_abs(-7));
    printf("%s %d\n", __builtin_FUNCTION(), __builtin_LINE());
    printf("%s %s\n", __func__, __extension__ __FUNCTION__);
    printf("%d %d\n", __builtin_classify_type(1.0) == __builtin_classify_type(2.0), (int)__builtin_isless(1.0, 2.0));
    printf("%d\n", __builtin_return_address(0) != 0);
    __builtin_prefetch(buffer);
    printf("%d %d\n", __builtin_bit_cast(int, 1.0f) == 0x3f800000, __builtin_isunordered(nan, 1.0));
    if (three != 3)
        __builtin_trap();
    printf("%s\n", (char *)__builtin_assume_aligned(buffer, 1));
    return 0;
}
