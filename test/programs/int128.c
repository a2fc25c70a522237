// only: 64
// 128-bit integers.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print(const char *what, i128 value)
{
    char text[50], *p = text + sizeof text;
    u128 u = value < 0 ? -(u128)value : (u128)value;
    *--p = 0;
    do
        *--p = (char)('0' + (int)(u % 10));
    while (u /= 10);
    if (value < 0)
        *--p = '-';
    printf("%s = %s (%016llx%016llx)\n", what, p, (unsigned long long)((u128)value >> 64), (unsigned long long)value);
}

int main(void)
{
    volatile i128 a = ((i128)0x123456789abcdef << 60) + 12345, b = -((i128)987654321987654321ll * 1000003);
    print("a", a);
    print("b", b);
    print("a + b", a + b);
    print("a - b", a - b);
    print("a / b", a / b);
    print("a % b", a % b);
    print("b / 7", b / 7);
    print("b % 7", b % 7);
    print("a >> 64", a >> 64);
    print("b >> 65", b >> 65);
    print("low product", (i128)(unsigned long long)a * 1000000007);
    for (volatile int n = 0; n < 128; n += 21) {
        print("1 << n", (i128)((u128)1 << n));
        print("max >> n", (i128)(~(u128)0 >> n));
    }
    i128 f = 1;
    for (int i = 1; i <= 33; i++)
        f *= i;
    print("33!", f);
    printf("%d %d %d %d\n", a < b, (u128)a < (u128)b, a == a, b != b);
    printf("%.17g %.17g\n", (double)a, (double)b);
    print("from double", (i128)1.25e30);
    print("from float", (i128)-3e20f);
    printf("%d %d\n", (int)sizeof(i128), (int)_Alignof(i128));
    print("xor", a ^ b);
    print("and", a & b);
    print("not", ~a);
    i128 c = 5;
    c++, c += 10, c <<= 100, c |= 3, c--;
    print("c", c);
    struct { char c; i128 v; } s = {1, -1};
    print("field", s.v + s.c);
    switch (c & 3) {
    case 2: print("case 2", 2); break;
    default: print("default", 0);
    }
    return 0;
}
