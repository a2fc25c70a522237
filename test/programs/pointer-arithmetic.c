// Pointer arithmetic inside objects: differences, comparisons, one past the end, negative indices.
#include <stddef.h>
#include <stdio.h>

struct item { int key; char name[12]; };

int main(void)
{
    int a[10], *begin = a, *end = a + 10;
    for (int *p = begin; p != end; p++)
        *p = (int)(p - begin) * 3;
    printf("%d %d %d\n", (int)(end - begin), begin < end, &a[3] > &a[7]);
    int *middle = a + 5;
    printf("%d %d %d\n", middle[-2], middle[4], *(middle - 5));
    for (int *p = end; p > begin;)
        printf("%d ", *--p);
    printf("\n");
    struct item items[4] = {{1, "a"}, {2, "bb"}, {3, "ccc"}, {4, "dddd"}}, *it = &items[3];
    printf("%d %d %s\n", (int)(it - items), (int)((char *)it - (char *)items), it[-1].name);
    it -= 2, it++;
    printf("%d\n", it--->key);
    printf("%d\n", it->key);
    int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, (*row)[4] = grid + 1;
    printf("%d %d %d %d\n", (*row)[2], row[1][0], *(*(grid + 2) + 3), **grid);
    printf("%d %d\n", (int)(&grid[2] - &grid[0]), (int)(&grid[1][3] - &grid[1][0]));
    int *flat = &grid[0][0];
    printf("%d\n", flat[3]);
    ptrdiff_t negative = -4;
    printf("%d %d\n", end[negative], (int)((begin - end) * 2));
    unsigned step = 3;
    int *q = a;
    q += step;
    q -= 1u;
    printf("%d ", *(q++));
    printf("%d\n", *q);
    long long wide = 4;
    printf("%d %d\n", a[wide], (a + 2)[wide - 1]);
    char *bytes = (char *)a;
    printf("%d\n", *(int *)(bytes + 7 * sizeof(int)));
    struct { int x, y; int v[4]; } s = {1, 2, {3, 4, 5, 6}};
    int *field = &s.y;
    printf("%d %d\n", *field, *(int *)((char *)field + sizeof(int) * 2));
    void *v = &a[6];
    printf("%d %d\n", *(int *)v, (int)((int *)v - a));
    const char *s1 = "hello world", *s2 = s1;
    while (*s2)
        s2++;
    printf("%d %s\n", (int)(s2 - s1), s2 - 5);
    int *null = 0;
    printf("%d %d %d\n", null == 0, !null, null ? 1 : 0);
    return 0;
}
