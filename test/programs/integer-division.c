// Division and remainder of all small signed combinations; rounding toward zero; by constants and powers of two.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned hash = 0;
    for (volatile int a = -20; a <= 20; a++)
        for (volatile int b = -7; b <= 7; b++)
            if (b) {
                hash = hash * 31 + (unsigned)(a / b) * 17 + (unsigned)(a % b);
                if (a / b * b + a % b != a)
                    printf("wrong\n");
            }
    printf("%u\n", hash);
    volatile int values[] = {INT_MIN, -1000000007, -17, -16, -1, 0, 1, 15, 16, 17, INT_MAX};
    for (int i = 0; i < 11; i++) {
        int v = values[i];
        printf("%d %d %d %d %d %d %d %d\n", v / 16, v % 16, v / 10, v % 10, v / 7, v % 7, v / -3, v % -3);
        unsigned u = (unsigned)v;
        printf("%u %u %u %u %u %u\n", u / 16, u % 16, u / 10, u % 10, u / 0x80000001u, u % 0x80000001u);
        long long l = (long long)v * 1000000007;
        printf("%lld %lld %lld %lld\n", l / 1000, l % 1000, l / -4096, l % 4096);
    }
    volatile signed char c = -128;
    volatile signed char minus = -1;
    printf("%d %d\n", c / minus, c % minus);
    volatile short s = -32768;
    printf("%d %d\n", s / -1, (short)(s / -1));
    return 0;
}
