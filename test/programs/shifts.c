// Shifts by constant and variable amounts of all widths.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    for (volatile int n = 0; n < 32; n += 5) {
        volatile unsigned u = 0x89abcdefu;
        volatile int s = -1985229329, p = 0x6543210f;
        printf("%d: %08x %08x %d %d\n", n, u << n, u >> n, s >> n, p >> n);
    }
    for (volatile int n = 0; n < 64; n += 7) {
        volatile unsigned long long u = 0x89abcdef01234567ull;
        volatile long long s = (long long)0x89abcdef01234567ull;
        printf("%d: %016llx %016llx %lld\n", n, u << n, u >> n, s >> n);
    }
    volatile uint8_t b = 0xa5;
    volatile uint16_t h = 0xbeef;
    printf("%x %x %x %x\n", b << 4, b >> 4, (uint8_t)(b << 4), (uint16_t)(h << 8));
    b <<= 3, h >>= 3;
    printf("%x %x\n", b, h);
    volatile signed char c = -100;
    c >>= 2;
    printf("%d\n", c);
    volatile long long amount = 33;
    volatile unsigned char small = 31;
    printf("%llx %x %x\n", 1ull << amount, 1u << small, 0x80000000u >> small);
    unsigned rotated = 0x12345678;
    for (int i = 1; i < 32; i += 10)
        printf("%08x %08x\n", rotated << i | rotated >> (32 - i), rotated >> i | rotated << (32 - i));
    printf("%d %d\n", 1 << 30, -8 >> 1);
    return 0;
}
