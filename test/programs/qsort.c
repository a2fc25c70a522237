// qsort, bsearch: all sizes of elements, many lengths, presorted, equal keys; qsort_r.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ints(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int bytes(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static int doubles(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
struct record { char name[11]; short key; double weight; };
static int records(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    return x->key != y->key ? x->key - y->key : strcmp(x->name, y->name);
}
static int reversed(const void *a, const void *b, void *context) { ++*(int *)context; return ints(b, a); }

int main(void)
{
    unsigned seed = 7;
    for (int n = 0; n < 200; n += 37) {
        int *v = malloc(sizeof *v * (size_t)(n + 1)), ok = 1;
        for (int i = 0; i < n; i++)
            seed = seed * 1664525 + 1013904223, v[i] = (int)(seed >> 8) % 50;
        qsort(v, (size_t)n, sizeof *v, ints);
        for (int i = 1; i < n; i++)
            ok &= v[i - 1] <= v[i];
        qsort(v, (size_t)n, sizeof *v, ints);
        printf("%d %d %d\n", n, ok, n ? v[n / 2] : -1);
        free(v);
    }
    char text[] = "sort these letters";
    qsort(text, strlen(text), 1, bytes);
    printf("[%s]\n", text);
    double d[] = {2.5, -1, 1e10, 0, -1e-5};
    qsort(d, 5, sizeof *d, doubles);
    printf("%g %g %g %g %g\n", d[0], d[1], d[2], d[3], d[4]);
    struct record r[20];
    memset(r, 0, sizeof r);
    for (int i = 0; i < 20; i++) {
        sprintf(r[i].name, "name%d", i * 7 % 20);
        r[i].key = (short)(i * 3 % 5), r[i].weight = i;
    }
    qsort(r, 20, sizeof *r, records);
    for (int i = 0; i < 20; i += 3)
        printf("%d %s %g\n", r[i].key, r[i].name, r[i].weight);
    int sorted[] = {1, 3, 5, 7, 9, 11}, key = 7, absent = 8, calls = 0;
    int *found = bsearch(&key, sorted, 6, sizeof *sorted, ints);
    printf("%d %d %d\n", (int)(found - sorted), bsearch(&absent, sorted, 6, sizeof *sorted, ints) == 0,
           bsearch(&key, sorted, 0, sizeof *sorted, ints) == 0);
    qsort_r(sorted, 6, sizeof *sorted, reversed, &calls);
    printf("%d %d %d\n", sorted[0], sorted[5], calls > 0);
    return 0;
}
