// Function pointers: tables, callbacks, as results, compared, in structures, cast and back.
#include <stdio.h>

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct { char symbol; binary apply; } table[] = {{'+', add}, {'-', sub}, {'*', mul}};

static binary find(char c)
{
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].symbol == c)
            return table[i].apply;
    return 0;
}

static int fold(const int *v, int n, int (*f)(int, int), int start)
{
    for (int i = 0; i < n; i++)
        start = f(start, v[i]);
    return start;
}

static void each(const int *v, int n, void (*visit)(int, void *), void *context)
{
    while (n--)
        visit(*v++, context);
}
static void add_to(int x, void *context) { *(long *)context += x; }

struct shape { const struct class *class; double a, b; };
struct class { const char *name; double (*area)(const struct shape *); void (*scale)(struct shape *, double); };
static double rectangle_area(const struct shape *s) { return s->a * s->b; }
static double triangle_area(const struct shape *s) { return s->a * s->b / 2; }
static void scale(struct shape *s, double f) { s->a *= f, s->b *= f; }
static const struct class rectangle = {"rectangle", rectangle_area, scale}, triangle = {"triangle", triangle_area, scale};

static int (*choose(int which))(int, int) { return which ? add : mul; }
static int apply_n(int (*f)(int), int x, int n) { return n ? apply_n(f, f(x), n - 1) : x; }
static int twice(int x) { return 2 * x; }
typedef void (*any)(void);
static int (*state(int c))(int);
static int other(int c) { return c + 1; }
static int (*state(int c))(int) { return c & 1 ? other : twice; }

int main(void)
{
    for (const char *p = "+-*/"; *p; p++) {
        binary f = find(*p);
        printf("%c %d\n", *p, f ? f(7, 3) : -1);
    }
    int v[] = {1, 2, 3, 4, 5};
    printf("%d %d\n", fold(v, 5, add, 0), fold(v, 5, &mul, 1));
    long sum = 0;
    each(v, 5, add_to, &sum);
    printf("%ld\n", sum);
    struct shape shapes[] = {{&rectangle, 2, 3}, {&triangle, 2, 3}};
    for (int i = 0; i < 2; i++) {
        shapes[i].class->scale(&shapes[i], 1.5);
        printf("%s %g\n", shapes[i].class->name, shapes[i].class->area(&shapes[i]));
    }
    printf("%d %d %d\n", choose(1)(3, 4), (*choose(0))(3, 4), (**add)(1, 1));
    printf("%d %d %d\n", find('+') == add, find('-') == add, find('/') == 0);
    printf("%d\n", apply_n(twice, 1, 10));
    any generic = (any)sub;
    printf("%d %d\n", ((binary)generic)(10, 4), (binary)generic == sub);
    int (*list[3])(int, int) = {add, sub, mul}, (**p)(int, int) = list;
    printf("%d ", (*p++)(5, 6));
    printf("%d ", (*p++)(5, 6));
    printf("%d\n", (*p)(5, 6));
    printf("%d %d\n", state(1)(10), state(2)(10));
    printf("%d\n", (sum > 10 ? add : sub)(8, 2));
    if (&add && !find('?'))
        printf("ok\n");
    return 0;
}
