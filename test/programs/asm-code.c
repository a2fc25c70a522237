/* Straight inline assembly as libraries have it. */
#include <stdio.h>
#include <string.h>
#include <stdint.h>

static unsigned first_bit(unsigned x) { unsigned at = 99; __asm__("bsfl %1, %0" : "+r"(at) : "rm"(x) : "cc"); return at; }
static unsigned last_bit(unsigned x) { unsigned at; __asm__("bsr %1,%0" : "=r"(at) : "r"(x)); return at; }
static unsigned swap(unsigned x) { __asm__ volatile("bswap %0" : "+r"(x)); return x; }
static unsigned rotate(unsigned x) { __asm__("roll $5, %0\n\tnotl %0" : "+r"(x)); return x; }
static void multiply(unsigned x, unsigned y, unsigned *high, unsigned *low) { __asm__("mull %3" : "=a"(*low), "=d"(*high) : "%0"(x), "rm"(y)); }
static unsigned divide(unsigned high, unsigned low, unsigned by, unsigned *rest)
{
    unsigned quotient;
    __asm__("divl %4" : "=a"(quotient), "=d"(*rest) : "0"(low), "1"(high), "rm"(by));
    return quotient;
}
static int exchange(int *at, int value) { __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory"); return value; }
static int add(int *at, int by) { __asm__ volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*at) : : "memory", "cc"); return by; }
static void increment(int *at) { __asm__ volatile("lock\n\taddl $3, %0" : "+m"(*at) : : "cc"); }
static int compare(int *at, int expected, int wanted)
{
    __asm__ volatile("lock cmpxchgl %2, %1" : "+a"(expected), "+m"(*at) : "r"(wanted) : "memory", "cc");
    return expected;
}
static void fill(void *to, int byte, size_t count) { __asm__ volatile("cld; rep stosb" : "+D"(to), "+c"(count) : "a"(byte) : "memory"); }
static void *copy(void *to, const void *from, size_t count)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
    return to;
}
static unsigned long twice(unsigned long x)
{
#ifdef __x86_64__
    __asm__("push %0\n\tadd %0, %0\n\tmov %0, %%r11\n\tpop %0\n\tmov %%r11, %0" : "+r"(x) : : "r11");
#else
    __asm__("push %0\n\tadd %0, %0\n\tmov %0, %%ecx\n\tpop %0\n\tmov %%ecx, %0" : "+r"(x) : : "ecx");
#endif
    return x;
}
static uint64_t cycles(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}
static unsigned left(unsigned x, unsigned from) { __asm__("shldl $12, %1, %0" : "+r"(x) : "r"(from) : "cc"); return x; }
static unsigned right(unsigned x, unsigned from) { __asm__("shrdl $4, %1, %0" : "+r"(x) : "r"(from) : "cc"); return x; }
static unsigned short bytes(unsigned short x) { __asm__("rorw $8, %w0" : "+r"(x)); return x; }

#ifdef __x86_64__
/* To 128 bits, and back; signed ones too. */
static void wide(uint64_t x, uint64_t y)
{
    uint64_t low, high, quotient, rest;
    int64_t signed_low, signed_high;
    unsigned char carry;
    __asm__("mulq %3" : "=a"(low), "=d"(high) : "%0"(x), "rm"(y) : "cc");
    printf("%lx %lx\n", high, low);
    __asm__("imulq %3" : "=a"(signed_low), "=d"(signed_high) : "%0"((int64_t)x), "rm"((int64_t)y) : "cc");
    printf("%lx %lx\n", signed_high, signed_low);
    __asm__("divq %4" : "=a"(quotient), "=d"(rest) : "0"(low), "1"(high), "rm"(y) : "cc");
    printf("%lx %lx\n", quotient, rest);
    __asm__("addq %3, %0; adcq %4, %1; setc %2" : "+r"(low), "+r"(high), "=q"(carry) : "r"(x), "r"(y) : "cc");
    printf("%lx %lx %d\n", high, low, carry);
}
#else
static void wide(uint64_t x, uint64_t y) { (void)x, (void)y; }
#endif

int main(void)
{
    unsigned high, low, rest;
    wide(0x123456789abcdef0, 0xfedcba9876543210);
    wide((uint64_t)-1, (uint64_t)-1);
    wide(3, 0x8000000000000000);
    printf("%u %u %u\n", first_bit(0x50), last_bit(0x50), first_bit(1));
    printf("%x %x %x\n", swap(0x11223344), rotate(0x80000001), bytes(0x1234));
    printf("%x %x\n", left(0x12345678, 0xabcdef01), right(0x12345678, 0xabcdef01));
    multiply(0xfffffff0, 0x12345678, &high, &low);
    printf("%x %x\n", high, low);
    unsigned quotient = divide(high, low, 0x12345678, &rest);
    printf("%x %x\n", quotient, rest);
    int number = 5, old = exchange(&number, 7);
    printf("%d %d\n", old, number);
    old = add(&number, 10);
    increment(&number);
    printf("%d %d\n", old, number);
    int seen = compare(&number, 20, 1), again = compare(&number, 20, 2);
    printf("%d %d %d\n", seen, again, number);
    char text[16];
    fill(text, 'x', sizeof text);
    char *end = copy(text, "hello", 5);
    text[7] = 0;
    printf("%s %d %lu\n", text, (int)(end - text), twice(21));
    uint64_t before = cycles(), after = cycles();
    printf("%d\n", after >= before);
    return 0;
}
