// Unsigned arithmetic wraps around in every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    volatile uint8_t b = 250;
    volatile uint16_t h = 65000;
    volatile uint32_t w = 4000000000u;
    volatile uint64_t d = 18000000000000000000ull;
    for (int i = 0; i < 3; i++) {
        b += 5, h += 500, w += 200000000u, d += 300000000000000000ull;
        printf("%u %u %u %llu\n", b, h, w, (unsigned long long)d);
    }
    printf("%u %llu\n", 0u - 1, 0ull - 1);
    volatile unsigned one = 1, zero = 0;
    printf("%u %u %u\n", zero - one, -one, UINT_MAX + one);
    printf("%u %u\n", w * w, (unsigned)(d * d));
    printf("%llu %llu\n", (unsigned long long)(d * d), (unsigned long long)w * w);
    volatile unsigned long l = ULONG_MAX;
    printf("%d %d\n", l + 1 == 0, l * l == 1);
    b = 0, b--;
    h = 0, h -= 2;
    printf("%u %u\n", b, h);
    unsigned hash = 2166136261u;
    for (const char *s = "the quick brown fox"; *s; s++)
        hash = (hash ^ (unsigned char)*s) * 16777619u;
    printf("%08x\n", hash);
    uint64_t state = 88172645463325252ull;
    for (int i = 0; i < 5; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        printf("%llu\n", (unsigned long long)state);
    }
    return 0;
}
