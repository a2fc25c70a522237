// volatile objects, restrict, register, pointers to qualified types.
#include <stdio.h>

static volatile int clock_ticks;
static int sum(const int *restrict a, const int *restrict b, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i] * b[i];
    return total;
}
static void tick(volatile int *p, int n) { while (n--) ++*p; }

int main(void)
{
    tick(&clock_ticks, 5);
    volatile struct { int a; char b[3]; } s = {1, "ab"};
    s.a += clock_ticks;
    s.b[1]++;
    printf("%d %c%c %d\n", s.a, s.b[0], s.b[1], clock_ticks);
    register int r = 3;
    volatile int *volatile p = &clock_ticks;
    *p = r;
    int a[] = {1, 2, 3}, b[] = {4, 5, 6};
    printf("%d %d\n", sum(a, b, 3), *p + clock_ticks++);
    volatile char c = 'x';
    c;
    (void)c;
    volatile unsigned char u = 255;
    printf("%d ", u++);
    printf("%d\n", u);
    const volatile int *q = p;
    printf("%d\n", *q);
    return 0;
}
