/* Inline assembly that reads the flags, as libraries of long numbers and locks have it; natively it is the processor's. */
#include <stdint.h>
#include <stdio.h>

#define COMPARES(X) X(e) X(z) X(ne) X(nz) X(s) X(ns) X(c) X(b) X(nae) X(nc) X(ae) X(nb) X(a) X(nbe) X(be) X(na) X(l) X(nge) X(ge) X(nl) X(g) X(nle) X(le) X(ng)

static void compare(uint32_t x, uint32_t y)
{
    unsigned char is;
    uint32_t chosen;
#define ONE(cc)                                                                                                        \
    __asm__("cmpl %2, %1; set" #cc " %0" : "=q"(is) : "r"(x), "r"(y) : "cc");                                          \
    chosen = 7;                                                                                                        \
    __asm__("cmpl %2, %1; cmov" #cc " %3, %0" : "+r"(chosen) : "r"(x), "r"(y), "r"(9) : "cc");                         \
    printf("%d%d", is, chosen == 9);
    COMPARES(ONE)
#undef ONE
    putchar('\n');
#define ONE(cc)                                                                                                        \
    __asm__("testl %2, %1; set" #cc " %0" : "=q"(is) : "r"(x), "r"(y) : "cc");                                         \
    printf("%d", is);
    COMPARES(ONE)
    putchar('\n');
}

static void long_sum(uint64_t low, uint64_t high)
{
    uint32_t a = (uint32_t)low, b = (uint32_t)(low >> 32), borrow;
    unsigned char carry;
    __asm__("addl %3, %0; adcl %4, %1; setc %2" : "+r"(a), "+r"(b), "=q"(carry) : "r"((uint32_t)high), "r"((uint32_t)(high >> 32)) : "cc");
    printf("%08x%08x %d\n", b, a, carry);
    a = (uint32_t)low, b = (uint32_t)(low >> 32);
    __asm__("subl %3, %0; sbbl %4, %1; sbbl %2, %2" : "+r"(a), "+r"(b), "=r"(borrow) : "r"((uint32_t)high), "r"((uint32_t)(high >> 32)), "2"(0) : "cc");
    printf("%08x%08x %x\n", b, a, borrow);
    uint32_t mask;
    __asm__("cmpl %2, %1; sbbl %0, %0" : "=r"(mask) : "r"(a), "r"(b) : "cc");
    printf("%08x\n", mask);
}

static void try_lock(uint32_t now)
{
    uint32_t lock = now, expected = 0;
    unsigned char taken;
    __asm__ volatile("lock; cmpxchgl %3, %1; sete %0" : "=q"(taken), "+m"(lock), "+a"(expected) : "r"(5) : "cc", "memory");
    printf("%d %u %u\n", taken, (unsigned)lock, (unsigned)expected);
}

int main(void)
{
    static const uint32_t numbers[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COUNT; k++) {
            compare(numbers[i], numbers[k]);
            long_sum((uint64_t)numbers[i] << 32 | numbers[k], (uint64_t)numbers[k] << 31 | numbers[i]);
        }
    try_lock(0);
    try_lock(3);
    return 0;
}
