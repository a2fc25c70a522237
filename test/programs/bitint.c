// cflags: -Wno-bit-int-extension
// Integers of any width: arithmetic, shifts, conversions, comparison; printed in chunks of 32 bits.
#include <stdio.h>

typedef signed _BitInt(7) i7;
typedef unsigned _BitInt(7) u7;
typedef signed _BitInt(33) i33;
typedef unsigned _BitInt(33) u33;
typedef signed _BitInt(65) i65;
typedef unsigned _BitInt(65) u65;
typedef signed _BitInt(128) i128;
typedef unsigned _BitInt(128) u128;

static void print128(const char *what, u128 v)
{
    printf("%s %08x %08x %08x %08x\n", what, (unsigned)(v >> 96), (unsigned)(v >> 64), (unsigned)(v >> 32), (unsigned)v);
}

int main(void)
{
    volatile i7 a = 63, b = -64;
    volatile u7 c = 127;
    printf("%d %d %d %d\n", (int)a, (int)b, (int)c, (int)(a + (i7)b));
    c++;
    printf("%d\n", (int)c);
    c -= 3;
    printf("%d %d %d\n", (int)c, (int)(u7)(c << 2), (int)(c >> 2));
    printf("%d %d %d %d\n", (int)(i7)200, (int)(u7)200, (int)(b / (i7)5), (int)(b % (i7)5));
    printf("%d %d\n", a < b, (u7)a < (u7)b);

    volatile i33 d = 4294967295ll, e = -4294967296ll;
    volatile u33 f = 0x1ffffffffull;
    printf("%lld %lld %llu\n", (long long)d, (long long)e, (unsigned long long)f);
    f += 5;
    printf("%llu %lld %lld\n", (unsigned long long)f, (long long)(d / 7), (long long)(e % 1000));
    printf("%lld %lld %llu\n", (long long)(d >> 3), (long long)(e >> 3), (unsigned long long)(u33)((u33)d * (u33)d));

    volatile i65 g = (i65)1 << 40, h = -g * 12345;
    print128("g*h", (u128)(i128)(g * 999));
    print128("h/1000", (u128)(i128)(h / 1000));
    print128("h%1000", (u128)(i128)(h % 1000));
    volatile u65 u = ~(u65)0;
    print128("u", u);
    u *= u;
    print128("u*u", u);
    print128("u>>1", (u128)(~(u65)0 >> 1));

    volatile i128 i = ((i128)0x1234567 << 90) + 987654321, j = -(i128)1234567890123456789ll * 1000;
    print128("i+j", (u128)(i + j));
    print128("i-j", (u128)(i - j));
    print128("i/j", (u128)(i / j));
    print128("i%j", (u128)(i % j));
    print128("i&j", (u128)(i & j));
    print128("i^j", (u128)(i ^ j));
    print128("j>>70", (u128)(j >> 70));
    print128("u*", (u128)i * (u128)j);
    for (volatile int n = 1; n < 128; n += 31)
        print128("<<", (u128)i << n);
    printf("%d %d %d\n", i < j, i == j, (u128)i < (u128)j);
    i65 back = (i65)j;
    printf("%d %lld\n", back == (i65)j, (long long)(back >> 1));
    printf("%d %d %d %d\n", (int)sizeof(i7), (int)sizeof(i33), (int)(sizeof(i65) * 8 >= 65), (int)sizeof(i128));
    printf("%.10g %.10g\n", (double)e, (double)d);
    i33 from = (i33)-123456789.75;
    printf("%lld\n", (long long)from);
    unsigned _BitInt(24) fields[3] = {0xffffff, 1, 0x123456};
    for (int k = 0; k < 3; k++)
        printf("%x ", (unsigned)(unsigned _BitInt(24))(fields[k] + 1));
    printf("\n");
    return 0;
}
