// Inline assembly of the harmless kind: empty templates as barriers, byte swap.
#include <stdint.h>
#include <stdio.h>

static int hide(int x)
{
    __asm__("" : "+r"(x));
    return x;
}

static uint32_t swap(uint32_t x)
{
    __asm__("bswap %0" : "+r"(x));
    return x;
}

int main(void)
{
    int v[3] = {1, 2, 3};
    __asm__ volatile("" ::: "memory");
    v[1] = hide(7);
    __asm__ volatile("" : : "r"(v) : "memory");
    printf("%d %d %d\n", v[0], v[1], v[2]);
    const char *s = "pointer";
    __asm__("" : "+r"(s));
    printf("%s\n", s);
    printf("%08x\n", swap(0x12345678));
    int from = 5, to;
    __asm__("" : "=r"(to) : "0"(from));
    printf("%d\n", to);
    long l = -9;
    __asm__ volatile("" : "+m"(l));
    printf("%ld\n", l);
    return 0;
}
