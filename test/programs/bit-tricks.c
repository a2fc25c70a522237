// Classic operations on bits, without builtins.
#include <stdint.h>
#include <stdio.h>

static int count(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24);
}
static uint32_t reverse(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    return x >> 16 | x << 16;
}
static uint32_t round_up(uint32_t x) { x--; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; return x + 1; }
static int absolute(int x) { int m = x >> 31; return (x + m) ^ m; }
static int minimum(int x, int y) { return y ^ ((x ^ y) & -(x < y)); }
static uint64_t spread(uint32_t v)
{
    uint64_t x = v;
    x = (x | x << 16) & 0x0000ffff0000ffffull;
    x = (x | x << 8) & 0x00ff00ff00ff00ffull;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0full;
    x = (x | x << 2) & 0x3333333333333333ull;
    return (x | x << 1) & 0x5555555555555555ull;
}
static int log_base_2(uint32_t x) { int r = 0; while (x >>= 1) r++; return r; }
static uint32_t next_combination(uint32_t x) { uint32_t low = x & -x, high = x + low; return high | ((x ^ high) / low) >> 2; }
static int has_zero_byte(uint32_t x) { return ((x - 0x01010101u) & ~x & 0x80808080u) != 0; }
static uint32_t average(uint32_t a, uint32_t b) { return (a & b) + ((a ^ b) >> 1); }

int main(void)
{
    uint32_t values[] = {0, 1, 2, 0x80000000u, 0xffffffffu, 0x12345678, 0xdeadbeef, 0x00ff00ff, 1000000007};
    for (unsigned i = 0; i < 9; i++) {
        uint32_t v = values[i];
        printf("%d %08x %u %d %d %016llx\n", count(v), reverse(v), v <= 0x80000000u && v ? round_up(v) : 0, log_base_2(v), has_zero_byte(v),
               (unsigned long long)spread(v));
    }
    printf("%d %d %d %d\n", absolute(-5), absolute(7), minimum(-3, 2), minimum(9, 4));
    uint32_t c = 7;
    for (int i = 0; i < 6; i++)
        printf("%x ", c = next_combination(c));
    printf("%x\n", average(0xffffffffu, 0xfffffffdu));
    uint32_t set = 0;
    for (unsigned i = 0; i < 32; i += 5)
        set |= 1u << i;
    set &= ~(1u << 10), set ^= 1u << 31;
    for (unsigned i = 0; i < 32; i++)
        if (set >> i & 1)
            printf("%u ", i);
    printf("\n");
    return 0;
}
