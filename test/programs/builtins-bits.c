// Builtins on bits: count, find, swap, reverse, rotate, parity, in all widths.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    volatile unsigned values[] = {1, 2, 0x80000000u, 0xffffffffu, 0x12345678, 0x00ff0000, 6};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        unsigned u = values[i];
        printf("%08x: %d %d %d %d %d %d", u, __builtin_popcount(u), __builtin_clz(u), __builtin_ctz(u), __builtin_ffs((int)u),
               __builtin_parity(u), __builtin_clrsb((int)u));
        printf(" %08x %08x %08x %08x\n", __builtin_bswap32(u), __builtin_bitreverse32(u), __builtin_rotateleft32(u, 7),
               __builtin_rotateright32(u, 13));
    }
    volatile unsigned long long wide[] = {1, 1ull << 63, ~0ull, 0x123456789abcdef0ull, 1ull << 32};
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
        unsigned long long u = wide[i];
        printf("%016llx: %d %d %d %d %d", u, __builtin_popcountll(u), __builtin_clzll(u), __builtin_ctzll(u),
               __builtin_ffsll((long long)u), __builtin_parityll(u));
        printf(" %016llx %016llx %016llx\n", (unsigned long long)__builtin_bswap64(u),
               (unsigned long long)__builtin_bitreverse64(u), (unsigned long long)__builtin_rotateleft64(u, 20));
    }
    volatile uint16_t h = 0x1234;
    volatile uint8_t b = 0x96;
    printf("%04x %04x %02x %04x %02x\n", __builtin_bswap16(h), __builtin_bitreverse16(h), __builtin_bitreverse8(b),
           __builtin_rotateleft16(h, 4), __builtin_rotateright8(b, 3));
    volatile int zero = 0;
    printf("%d %d %d\n", __builtin_ffs(zero), __builtin_popcount((unsigned)zero), __builtin_parity((unsigned)zero));
    volatile unsigned long l = 0xf0;
    printf("%d %d %d\n", __builtin_popcountl(l), __builtin_ctzl(l), __builtin_ffsl((long)l));
    printf("%d\n", __builtin_clzg((unsigned char)1, 99));
    return 0;
}
