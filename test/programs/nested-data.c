// Deeply nested structures, arrays of structures of arrays, unions within, pointers to members.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct a { char c; short s[3]; };
struct b { struct a list[2]; union { struct a one; int words[2]; } u; long long l; };
struct c { struct b grid[2][2]; struct { struct { int deep; } inner[3]; } outer; char tail; };

static struct c global = {.grid = {{{.l = 1}, {.l = 2}}, {{.l = 3}, {.list = {{'x', {7, 8, 9}}}, .l = 4}}}, .outer = {{{1}, {2}, {3}}}, .tail = 't'};

static long long walk(const struct c *c)
{
    long long sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            sum = sum * 10 + c->grid[i][j].l;
            for (int k = 0; k < 2; k++)
                sum += c->grid[i][j].list[k].s[2];
        }
    return sum;
}

static int *deep(struct c *c, int i) { return &c->outer.inner[i].deep; }

int main(void)
{
    printf("%lld %c\n", walk(&global), global.grid[1][1].list[0].c);
    struct c copy = global, array[3];
    *deep(&copy, 1) += 40;
    copy.grid[0][1].u.one = (struct a){'q', {1, 2, 3}};
    printf("%d %d %d\n", global.outer.inner[1].deep, copy.outer.inner[1].deep, copy.grid[0][1].u.one.s[1]);
    for (int i = 0; i < 3; i++)
        array[i] = copy, array[i].grid[0][0].l = i * 100;
    printf("%lld %lld\n", walk(&array[0]), walk(&array[2]));
    struct b(*rows)[2] = array[1].grid;
    rows[1][0].list[1].s[0] = -5;
    printf("%d %lld\n", array[1].grid[1][0].list[1].s[0], (*rows)[0].l);
    short(*triple)[3] = &copy.grid[1][1].list[0].s;
    printf("%d %d\n", (*triple)[2], (int)(sizeof *triple));
    ptrdiff_t between = (char *)&copy.tail - (char *)&copy;
    printf("%d %d\n", between == offsetof(struct c, tail), (int)offsetof(struct c, outer.inner[2].deep) - (int)offsetof(struct c, outer));
    struct { int n; struct { char name[6]; int v[2]; } e[2]; } table = {2, {{"one", {1, 11}}, {"two", {2, 22}}}};
    for (int i = 0; i < table.n; i++)
        printf("%s %d ", table.e[i].name, table.e[i].v[i]);
    int(*pv)[2] = &table.e[1].v;
    printf("%d\n", (*pv)[0]);
    return 0;
}
