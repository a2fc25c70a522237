// Bit-fields: signed and unsigned, straddling, zero width, 64 bits wide.
#include <stdio.h>
#include <string.h>

struct small { unsigned a : 1, b : 3; int c : 5; unsigned d : 23; };
struct straddle { unsigned a : 20, b : 20, c : 20; };
struct zero { char a : 3; int : 0; char b : 4; };
struct wide { unsigned long long a : 40, b : 24; long long c : 33; };
struct flags { _Bool x : 1, y : 1; unsigned char n : 6; signed char s : 4; };
struct packed { unsigned a : 5; unsigned long long b : 37; short c : 11; int d : 27; } __attribute__((packed));
struct mixed { char first; int bits : 12; short last; unsigned more : 9; };

static struct small global = {1, 5, -9, 0x555555};
static unsigned calls;
static struct small *counted(void) { calls++; return &global; }

int main(void)
{
    volatile struct small s = {1, 7, -16, 0x7fffff};
    printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
    s.a++, s.b += 2, s.c--, s.d++;
    printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
    s.c = 15;
    s.c++;
    printf("%d\n", s.c);
    int thirteen = 13;
    printf("%d ", s.b = (unsigned)thirteen);
    printf("%d\n", s.b);
    s.b <<= 1, s.d |= 0x1234, s.d ^= 0xff, s.c = -3;
    printf("%d %d %d %d\n", s.b, s.d, s.c, s.c >> 1);
    struct straddle t = {0xfffff, 0x12345, 0xabcde};
    t.b += 0xf0000;
    printf("%x %x %x %d\n", t.a, t.b, t.c, (int)sizeof t);
    struct zero z = {3, -8};
    printf("%d %d %d\n", z.a, z.b, (int)sizeof z);
    struct wide w = {0xffffffffffull, 0xabcdef, -4294967296ll};
    w.a++, w.b *= 3, w.c--;
    printf("%llx %llx %lld\n", (unsigned long long)w.a, (unsigned long long)w.b, (long long)w.c);
    w.a = 0x123456789aull, w.a >>= 4;
    printf("%llx\n", (unsigned long long)w.a);
    struct flags f = {2, 0, 63, 7};
    f.y = f.n > 3, f.n += 2, f.s++;
    printf("%d %d %d %d\n", f.x, f.y, f.n, f.s);
    struct packed p = {31, 0x1fffffffffull, -1024, 67108863};
    p.a += 3, p.b -= 5, p.c--, p.d = -p.d;
    printf("%d %llx %d %d %d\n", p.a, (unsigned long long)p.b, p.c, p.d, (int)sizeof p);
    struct mixed m = {'x', -2048, -1, 511}, copy;
    memcpy(&copy, &m, sizeof m);
    copy.bits ^= 1;
    printf("%c %d %d %d %d\n", copy.first, copy.bits, copy.last, copy.more, m.bits);
    counted()->b++;
    counted()->d -= 1;
    printf("%d %d %d %d %u\n", global.a, global.b, global.c, global.d, calls);
    union { struct { unsigned low : 4, high : 4; } n; unsigned char byte; } u = {.byte = 0xa7};
    printf("%x %x\n", u.n.low, u.n.high);
    u.n.low = 1;
    printf("%x\n", u.byte);
    struct { int : 3; unsigned named : 2; int : 5; unsigned last : 3; } unnamed = {3, 5};
    printf("%d %d\n", unnamed.named, unnamed.last);
    struct small array[3] = {{.b = 1}, {.b = 2}, {.b = 3}};
    unsigned sum = 0;
    for (int i = 0; i < 3; i++)
        sum += array[i].b++, sum += array[i].b;
    printf("%u %d\n", sum, s.b == 2 ? -1 : s.b - 10);
    return 0;
}
