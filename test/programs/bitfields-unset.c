// Bit-fields in units of 24, 40 and 48 bits, set one after the other in objects that were never initialised.
#include <stdio.h>
#include <stdlib.h>

struct three { unsigned a : 3, b : 17; char c; };
struct five { unsigned long long a : 33, b : 6; char c; };
struct number { int a : 12, b : 11; char c; };
struct packed { unsigned a : 20; } __attribute__((packed));
struct six { long long a : 20, b : 21; short c; } __attribute__((packed));

static struct packed make(unsigned a)
{
    struct packed p;
    p.a = a;
    return p;
}
static int is(struct packed p, unsigned a) { return p.a == a; }

int main(void)
{
    struct three t;
    t.a = 1;
    if (t.a == 1)
        t.b = 7;
    printf("%d %d\n", t.a, t.b);
    struct five *f = malloc(sizeof *f);
    f->b = 9;
    struct five copy = *f;
    if (copy.b == 9)
        copy.a = 0x1ffffffffULL;
    printf("%llx %d\n", (unsigned long long)copy.a, (int)copy.b);
    free(f);
    struct number n;
    n.b = -5;
    n.b += 2;
    printf("%d\n", n.b);
    struct six s;
    s.b = -1;
    printf("%d\n", (int)(s.b >> 3));
    if (is(make(68711), 68711))
        puts("returned and passed");
    return 0;
}
