/* The operand of __builtin_constant_p is not evaluated. */
#include <stdio.h>

struct node {
    struct node *next;
    int v;
};
static int calls;
static int call(void) { return ++calls; }
static int read(int *p) { return __builtin_constant_p(*p); }
static int count(int x) { return __builtin_constant_p(x++) ? 100 : x; }
static int follow(struct node *n, int *a, int i)
{
    return __builtin_constant_p(n->next->v * 3 + a[i] / 2) + __builtin_constant_p(a[i] << 3) +
           __builtin_constant_p(-a[i] % a[i + 1]) + __builtin_constant_p(n->v > a[2]);
}

int main(void)
{
    int *null = 0, unset, two[2];
    struct node *none = 0;
    printf("%d %d\n", read(null), __builtin_constant_p(none->v));
    printf("%d %d %d\n", __builtin_constant_p(call()), calls, count(5));
    printf("%d %d %d\n", __builtin_constant_p(3), __builtin_constant_p("abc"), __builtin_constant_p(3.5));
    printf("%d %d\n", __builtin_constant_p(unset), __builtin_constant_p(two[5]));
    printf("%d\n", follow(none, null, 0));
    int x = 4, y = __builtin_constant_p(x + 1) ? 0 : x + 1;
    printf("%d\n", y);
    return 0;
}
