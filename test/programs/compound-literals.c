// Compound literals: arrays, structures, address taken, lifetime of the block, at file scope.
#include <stdio.h>

struct point { int x, y; };
static struct point *origin = &(struct point){3, 4};
static int *table = (int[]){1, 2, 3, 5, 8};

static int length(const struct point *p) { return p->x * p->x + p->y * p->y; }
static int total(const int *v, int n) { return n ? *v + total(v + 1, n - 1) : 0; }
static void modify(struct point *p) { p->x *= 10; }

int main(void)
{
    printf("%d %d\n", length(origin), length(&(struct point){.y = 2}));
    printf("%d %d\n", total(table, 5), total((int[]){10, 20, 30}, 3));
    struct point *p = &(struct point){1, 2};
    modify(p);
    printf("%d %d\n", p->x, (struct point){7, 8}.y);
    for (int i = 0; i < 3; i++) {
        int *v = (int[4]){i, i + 1};
        v[3] += v[1];
        printf("%d %d\n", total(v, 4), v[2]);
    }
    int n = 5;
    n = (int){n} + 1;
    char *s = (char[]){"text"};
    s[0] = 'n';
    printf("%d %s %d\n", n, s, (int)sizeof(int[]){1, 2, 3});
    struct { struct point a[2]; const char *name; } nested = {{{1}, {.y = 5}}, "n"};
    nested.a[0] = (struct point){9, nested.a[1].y};
    printf("%d %d %s\n", nested.a[0].x, nested.a[0].y, nested.name);
    const char *const *names = (const char *[]){"a", "bc", 0};
    while (*names)
        printf("%s ", *names++);
    printf("%g\n", *(double[]){1.5});
    origin->x++;
    printf("%d\n", length(origin));
    return 0;
}
