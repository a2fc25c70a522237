// cflags: -Wno-bit-int-extension -Xclang -fexperimental-max-bitint-width=256
// Integers beyond 128 bits.
#include <stdio.h>

typedef unsigned _BitInt(200) u200;
typedef signed _BitInt(200) i200;
typedef unsigned _BitInt(256) u256;
typedef signed _BitInt(256) i256;

static void print(const char *what, u256 v)
{
    printf("%s ", what);
    for (int i = 224; i >= 0; i -= 32)
        printf("%08x", (unsigned)(v >> i));
    printf("\n");
}

static u256 power(u256 base, unsigned n)
{
    u256 r = 1;
    while (n--)
        r *= base;
    return r;
}

int main(void)
{
    volatile u200 a = ((u200)0xdeadbeef << 160) + 0x12345678;
    volatile i200 b = -((i200)123456789 << 70);
    print("a", a);
    print("b", (u256)(i256)b);
    print("a+a", (u200)(a + a));
    print("a*a", (u200)(a * a));
    print("b*3", (u256)(i256)(b * 3));
    print("b-1", (u256)(i256)(b - 1));
    print("~a", (u200)~a);
    print("b>>33", (u256)(i256)(b >> 33));
    print("a>>100", a >> 100);
    print("a<<39", (u200)(a << 39));
    print("3^161", power(3, 161));
    print("-1", (u256)(i256)-1);
    u256 x = power(7, 80), y = power(10, 30);
    print("x|y", x | y);
    print("x&y", x & y);
    print("x^y", x ^ y);
    printf("%d %d %d %d\n", x < y, x > y, x == y, b < 0);
    x++;
    x -= y;
    print("x-y", x);
    i256 n = (i256)-5;
    print("n>>1", (u256)(n >> 1));
    print("trunc", (u200)x);
    printf("%d %d\n", (int)(unsigned char)x, (int)(x != 0));
    return 0;
}
