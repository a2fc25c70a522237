// Builtins that detect overflow, in all types and mixtures; saturating arithmetic.
#include <limits.h>
#include <stdio.h>

#define TEST(type, format, a, b)                                                                                       \
    do {                                                                                                               \
        volatile type x = a, y = b;                                                                                    \
        type r;                                                                                                        \
        int o = __builtin_add_overflow(x, y, &r);                                                                      \
        printf("%d " format, o, r);                                                                                    \
        o = __builtin_sub_overflow(x, y, &r), printf(" %d " format, o, r);                                             \
        o = __builtin_mul_overflow(x, y, &r), printf(" %d " format "\n", o, r);                                        \
    } while (0)

int main(void)
{
    TEST(int, "%d", INT_MAX, 1);
    TEST(int, "%d", INT_MIN, -1);
    TEST(int, "%d", 46341, 46341);
    TEST(int, "%d", -5, 7);
    TEST(unsigned, "%u", 5, 7);
    TEST(unsigned, "%u", UINT_MAX, UINT_MAX);
    TEST(long, "%ld", LONG_MAX, 2);
    TEST(long long, "%lld", LLONG_MIN, -1);
    TEST(long long, "%lld", 3037000500ll, 3037000500ll);
    TEST(unsigned long long, "%llu", ULLONG_MAX, 2);
    TEST(signed char, "%d", 127, 2);
    TEST(unsigned char, "%d", 200, 100);
    TEST(short, "%d", -32768, -1);
    unsigned char narrow;
    int o = __builtin_add_overflow(200, 55, &narrow);
    printf("%d %d ", o, narrow);
    o = __builtin_add_overflow(200, 56, &narrow);
    printf("%d %d ", o, narrow);
    o = __builtin_sub_overflow(1, 2, &narrow);
    printf("%d %d\n", o, narrow);
    unsigned u;
    o = __builtin_mul_overflow(-1, 1u, &u);
    printf("%d %u ", o, u);
    o = __builtin_add_overflow(-1ll, 5u, &u);
    printf("%d %u\n", o, u);
    long long w;
    o = __builtin_mul_overflow(INT_MAX, INT_MAX, &w);
    printf("%d %lld\n", o, w);
    int s;
    o = __builtin_sadd_overflow(INT_MAX, 1, &s);
    printf("%d %d ", o, s);
    unsigned carry;
    unsigned low = __builtin_addc(0xffffffffu, 1u, 1u, &carry);
    printf("%u %u\n", low, carry);
    o = __builtin_smull_overflow(LONG_MAX, 2, &(long){0});
    printf("%d\n", o);
    return 0;
}
