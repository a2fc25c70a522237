// Structures passed, returned, assigned and compared field by field.
#include <stdio.h>

struct byte { char c; };
struct three { char c[3]; };
struct pair { int a, b; };
struct mixed { int i; float f; };
struct doubles { double x, y; };
struct odd { char c; double d; short s; };
struct large { int v[40]; struct pair p; };
struct nested { struct pair a; struct { char x; struct three t; } inner; double d; };
struct single { float f; };
struct twelve { int a, b, c; };
struct empty {};

static struct byte byte(struct byte b) { b.c++; return b; }
static struct three three(struct three t) { struct three r = {{t.c[2], t.c[1], t.c[0]}}; return r; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct mixed mixed(struct mixed m, int k) { m.i *= k, m.f *= (float)k; return m; }
static struct doubles doubles(struct doubles d, struct doubles e) { return (struct doubles){d.x + e.y, d.y * e.x}; }
static struct odd odd(int x, struct odd o, double y) { o.c = (char)(o.c + x), o.d += y, o.s = (short)-o.s; return o; }
static struct single single(struct single s, double d) { s.f += (float)d; return s; }
static struct twelve twelve(struct twelve t) { return (struct twelve){t.c, t.a, t.b}; }
static struct empty empty(struct empty e, int *n) { ++*n; return e; }

static struct large large(struct large l, int k)
{
    for (int i = 0; i < 40; i++)
        l.v[i] += k;
    l.p = swap(l.p);
    return l;
}

static struct nested nested(struct nested n)
{
    n.a = swap(n.a), n.inner.t = three(n.inner.t), n.d /= 2;
    return n;
}

static int sum(struct pair a, struct mixed b, struct doubles c, struct byte d, struct large e, struct twelve f)
{
    return a.a + a.b + b.i + (int)b.f + (int)c.x + (int)c.y + d.c + e.v[39] + e.p.a + f.c;
}

int main(void)
{
    printf("%c\n", byte((struct byte){'a'}).c);
    struct three t = three((struct three){"xyz"});
    printf("%.3s\n", t.c);
    struct pair p = {1, 2};
    p = swap(swap(swap(p)));
    printf("%d %d %d\n", p.a, p.b, swap(p).a);
    struct mixed m = mixed((struct mixed){3, 1.5f}, 4);
    printf("%d %g\n", m.i, m.f);
    struct doubles d = doubles((struct doubles){1, 2}, (struct doubles){3, 4});
    printf("%g %g\n", d.x, d.y);
    struct odd o = odd(2, (struct odd){'x', 0.5, 77}, 0.25);
    printf("%c %g %d\n", o.c, o.d, o.s);
    struct large l = {{0}, {8, 9}}, k;
    for (int i = 0; i < 40; i++)
        l.v[i] = i * i;
    k = large(l, 5);
    printf("%d %d %d %d %d %d\n", l.v[39], k.v[0], k.v[39], k.p.a, k.p.b, large(k, 1).v[1]);
    struct nested n = nested((struct nested){{1, 2}, {'q', {"abc"}}, 9});
    printf("%d %d %c %.3s %g\n", n.a.a, n.a.b, n.inner.x, n.inner.t.c, n.d);
    printf("%g\n", single((struct single){1.25f}, 2).f);
    struct twelve w = twelve((struct twelve){1, 2, 3});
    printf("%d %d %d\n", w.a, w.b, w.c);
    int count = 0;
    empty((struct empty){}, &count);
    printf("%d %d\n", count, sum(p, m, d, (struct byte){5}, k, w));
    struct pair array[3] = {{1, 2}, {3, 4}, {5, 6}}, *q = array;
    array[0] = array[2];
    *++q = array[0];
    printf("%d %d %d\n", array[0].b, array[1].a, (q + 1)->b);
    struct { struct pair grid[2][3]; } g = {{{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}}}}, h = g;
    h.grid[1][2] = h.grid[0][1];
    printf("%d %d %d\n", h.grid[1][2].b, g.grid[1][2].b, h.grid[1][0].b);
    printf("%d %d %d\n", (int)sizeof(struct three), (int)sizeof(struct twelve), (int)sizeof(struct pair));
    return 0;
}
