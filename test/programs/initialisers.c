// Initialisation of locals: with calls, with other locals, aggregates of expressions, strings, partial, self sized.
#include <stdio.h>

static int counter;
static int next(void) { return ++counter; }
struct point { int x, y; };
struct line { struct point from, to; const char *label; };

static int sum(const int *v, int n)
{
    int s = 0;
    while (n--)
        s += *v++;
    return s;
}

int main(void)
{
    int a = next(), b = a + next(), c[] = {a, b, next(), a * b}, d = sizeof c / sizeof *c;
    printf("%d %d %d %d\n", a, b, sum(c, 4), d);
    struct point p = {next(), next()}, q = p;
    q.x += 10;
    struct line l = {p, {q.x, q.y}, "label"}, m = {.to = q};
    printf("%d %d %d %d %s\n", l.from.x, l.from.y, l.to.x, m.from.x + m.to.x, l.label);
    char text[] = {'a', 'b', 0}, padded[10] = "abc", *s = text;
    printf("%s %d %d %c\n", s, (int)sizeof text, padded[9], *s);
    int zero[50] = {0}, one[50] = {1};
    printf("%d %d\n", sum(zero, 50), sum(one, 50));
    for (int i = 0; i < 3; i++) {
        int fresh[3] = {i, i * 2}, *pointer = &fresh[1];
        struct point local = {.y = *pointer};
        fresh[2]++;
        printf("%d %d %d ", sum(fresh, 3), local.x, local.y);
    }
    printf("\n");
    double matrix[2][2] = {{1, 0.5}, {a / 2.0}}, (*row)[2] = &matrix[1];
    printf("%g %g %g\n", matrix[0][1], (*row)[0], matrix[1][1]);
    static struct point kept[2] = {{1, 2}};
    kept[1].x += next();
    printf("%d %d\n", kept[0].y, kept[1].x == counter);
    const struct point constants[] = {{1, 1}, {2, 4}, {3, 9}};
    int total = 0;
    for (unsigned i = 0; i < sizeof constants / sizeof *constants; i++)
        total += constants[i].x * constants[i].y;
    printf("%d\n", total);
    struct point *pp = &(struct point){.x = total}, **ppp = &pp;
    (*ppp)->y = 5;
    printf("%d %d\n", pp->x, pp->y);
    int x = 5, y = x++ + 2, z = (x = 9, x + y);
    printf("%d %d %d\n", x, y, z);
    return 0;
}
