// Unions and reading bytes through another member.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union number { float f; uint32_t u; int32_t i; uint16_t h[2]; uint8_t b[4]; };
union wide { double d; uint64_t u; uint32_t w[2]; float f[2]; unsigned char b[8]; };
union any { char c; short s; int i; long long l; double d; char text[12]; };

struct variant { enum { INT, REAL, TEXT } kind; union any value; };

static void show(struct variant v)
{
    switch (v.kind) {
    case INT: printf("int %d\n", v.value.i); break;
    case REAL: printf("real %g\n", v.value.d); break;
    case TEXT: printf("text %s\n", v.value.text); break;
    }
}

static union number negate(union number n) { n.u ^= 0x80000000u; return n; }

static float inverse_root(float x)
{
    union number n = {x};
    n.u = 0x5f3759df - (n.u >> 1);
    return n.f * (1.5f - 0.5f * x * n.f * n.f);
}

int main(void)
{
    union number n = {1.5f};
    printf("%08x %d %04x %04x %02x\n", n.u, n.i, n.h[0], n.h[1], n.b[3]);
    n.b[2] = 0x40;
    printf("%g %g %g\n", n.f, negate(n).f, inverse_root(4));
    union wide w = {.d = -2.5};
    printf("%016llx %08x %08x %02x\n", (unsigned long long)w.u, w.w[0], w.w[1], w.b[7]);
    w.w[0] = 1;
    printf("%a\n", w.d);
    w.f[0] = 1, w.f[1] = 2;
    printf("%016llx\n", (unsigned long long)w.u);
    show((struct variant){INT, {.i = 42}});
    show((struct variant){REAL, {.d = 0.5}});
    struct variant v = {TEXT, {.text = "hello"}}, copy = v;
    strcat(copy.value.text, "!");
    show(v), show(copy);
    union any a;
    memset(&a, 0, sizeof a);
    a.l = 0x0102030405060708ll;
    printf("%d %d %d %d\n", a.c, a.s, a.i, (int)sizeof a);
    union { struct { char a; union { int x; char y[4]; }; }; int whole[2]; } anonymous = {{'q', {0x41424344}}};
    printf("%c %c %c\n", anonymous.a, anonymous.y[0], anonymous.y[3]);
    uint32_t bits;
    float f = -0.0f;
    memcpy(&bits, &f, 4);
    printf("%08x\n", bits);
    union { uint8_t bytes[16]; uint32_t words[4]; } block;
    for (int i = 0; i < 16; i++)
        block.bytes[i] = (uint8_t)(i * 3);
    printf("%08x %08x\n", block.words[0], block.words[3]);
    return 0;
}
