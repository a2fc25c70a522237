// Structures at the borders of the calling convention, mixed with many scalars.
#include <stdio.h>

struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct fi { float f; int i; };
struct di { double d; int i; };
struct id { long long i; double d; };
struct l3 { long a, b, c; };
struct ld { long double l; };
struct arr { short v[5]; };
struct un { union { double d; long long l; } u; char tag; };
struct packed { char c; int i; } __attribute__((packed));
struct aligned { int i; } __attribute__((aligned(16)));
struct ptr { const char *s; int *p; };

static double many(int a, struct f2 b, double c, struct fi d, long long e, struct di f, struct id g, int h, struct l3 i,
                   float j, struct arr k, struct un l, int m, struct packed n, struct aligned o, double p, struct ptr q)
{
    printf("%d %g %g %g %g %d %lld %g %d %lld %g %d\n", a, b.a, b.b, c, d.f, d.i, e, f.d, f.i, g.i, g.d, h);
    printf("%ld %ld %ld %g %d %d %lld %c %d %c %d %d %g %s %d\n", i.a, i.b, i.c, j, k.v[0], k.v[4], l.u.l, l.tag, m, n.c, n.i,
           o.i, p, q.s, *q.p);
    return a + b.a + c + d.i + (double)e + f.d + g.d + h + (double)i.c + j + k.v[2] + m + n.i + o.i + p;
}

static struct f3 f3(float a) { return (struct f3){a, a * 2, a * 3}; }
static struct fi fi(struct f3 x) { return (struct fi){x.a + x.b, (int)x.c}; }
static struct id id(struct fi x, struct di y) { return (struct id){x.i + y.i, x.f + y.d}; }
static struct ld ld(struct ld x, int n) { x.l /= n; return x; }
static struct un un(double d) { struct un u = {.u.d = d, .tag = 'd'}; return u; }
static struct packed packed(struct packed p) { p.i = -p.i; return p; }
static struct aligned twice(struct aligned a) { a.i *= 2; return a; }
static struct l3 l3(struct l3 x, struct l3 y) { return (struct l3){x.a + y.c, x.b + y.b, x.c + y.a}; }

int main(void)
{
    int seven = 7;
    struct l3 l = l3((struct l3){1, 2, 3}, (struct l3){10, 20, 30});
    double r = many(1, (struct f2){1.5f, 2.5f}, 3.25, fi(f3(1.5f)), -5000000000ll, (struct di){0.125, 6},
                    id(fi(f3(2)), (struct di){1, 2}), 8, l, 0.5f, (struct arr){{1, 2, 3, 4, 5}}, un(1.0), 9,
                    packed((struct packed){'p', 1234567}), twice((struct aligned){21}), -1, (struct ptr){"text", &seven});
    printf("%g\n", r);
    struct ld x = ld((struct ld){1.0L}, 3);
    printf("%La\n", x.l);
    struct { char c; struct f3 f; struct ld l; } all = {'c', f3(0.5f), x}, copy = all;
    printf("%c %g %d\n", copy.c, copy.f.c, copy.l.l == x.l);
    struct f3 (*function)(float) = f3;
    printf("%g\n", function(7).b);
    return 0;
}
