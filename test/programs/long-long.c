// 64-bit arithmetic, also where the machine word has 32 bits.
#include <stdio.h>

typedef unsigned long long u64;
typedef long long i64;

static u64 multiply_mod(u64 a, u64 b, u64 m)
{
    u64 r = 0;
    for (a %= m; b; b >>= 1) {
        if (b & 1)
            r = (r + a) % m;
        a = (a + a) % m;
    }
    return r;
}

static u64 power_mod(u64 a, u64 n, u64 m)
{
    u64 r = 1;
    for (; n; n >>= 1, a = multiply_mod(a, a, m))
        if (n & 1)
            r = multiply_mod(r, a, m);
    return r;
}

static i64 gcd(i64 a, i64 b) { return b ? gcd(b, a % b) : a; }

int main(void)
{
    volatile i64 a = 0x123456789abcdef, b = -987654321987ll;
    printf("%lld %lld %lld %lld %lld\n", a + b, a - b, a / b, a % b, (a >> 24) * (b >> 16));
    printf("%llu %llu\n", (u64)a * (u64)b, (u64)b / 10);
    printf("%llu\n", power_mod(3, 1000000006, 1000000007));
    printf("%llu\n", power_mod(2, 0x1fffffffffffffull, 4611686018427387847ull));
    printf("%lld\n", gcd(600851475143ll * 6, 600851475143ll * 35));
    i64 f = 1;
    for (int i = 1; i <= 20; i++)
        f *= i;
    printf("%lld\n", f);
    for (int i = 20; i > 17; i--)
        f /= i;
    printf("%lld %d %d %d\n", f, a < b, a > b, b < 0);
    i64 counter = 0xfffffffell;
    for (int i = 0; i < 4; i++)
        printf("%llx ", counter++);
    for (int i = 0; i < 4; i++)
        printf("%llx ", --counter);
    printf("\n%d %d %d\n", (int)(a >> 32), (int)a, (unsigned short)(a >> 16));
    int boolean = a && b, negated = !a;
    printf("%d %d %lld\n", boolean, negated, -a);
    for (i64 i = 0x7fffffff; i < 0x80000002ll; i++)
        printf("%lld ", i);
    printf("\n%d\n", a ? 1 : 0);
    u64 big = ~0ull;
    printf("%llu %llu %llu\n", big / 3, big % 1000000007, big / 0x100000001ull);
    return 0;
}
