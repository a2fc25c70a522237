// One past the end beside a neighbour; order of objects is consistent; equality of addresses.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct two { int a[4]; int b[4]; };

static int consistent(const char *p, const char *q)
{
    int less = p < q, more = p > q, equal = p == q;
    int reversed = q > p;
    return less + more + equal == 1 && less == reversed && (p <= q) == !more && (p >= q) == !less;
}

int main(void)
{
    struct two t = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    int *end = t.a + 4, *next = t.b;
    printf("%d %d\n", end == next, (char *)end - (char *)next == 0);
    int x[2] = {1, 2}, y[2] = {3, 4}, *past = x + 2;
    int equal = (uintptr_t)past == (uintptr_t)y;
    printf("%d %d\n", equal == 0 || equal == 1, past[-1]);
    if (past == y)
        printf("%d\n", y[0]);
    else
        printf("%d\n", 3);
    printf("%d %d\n", &x[0] == &x[0], &x[0] == &y[0]);
    static char big[100], other[100];
    char *heap = malloc(50), *second = malloc(50);
    printf("%d %d %d %d\n", consistent(big, other), consistent(heap, second), consistent(big, heap), consistent(heap, heap));
    int transitive = !((uintptr_t)big < (uintptr_t)heap && (uintptr_t)heap < (uintptr_t)other) || (uintptr_t)big < (uintptr_t)other;
    printf("%d\n", transitive);
    int inside = 0;
    for (int i = 0; i < 100; i++) {
        char *p = i % 2 ? big + i : other + i;
        inside += (uintptr_t)p >= (uintptr_t)big && (uintptr_t)p < (uintptr_t)(big + 100);
    }
    printf("%d\n", inside);
    printf("%d %d\n", heap != second, (void *)heap != (void *)x);
    free(heap), free(second);
    char *again = malloc(1), *zero = malloc(1);
    printf("%d\n", again != zero);
    free(again), free(zero);
    return 0;
}
