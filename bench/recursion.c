// Calls: Fibonacci, Ackermann, Hanoi.
#include <stdio.h>

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static long hanoi(int n, int from, int to)
{
    if (n == 0)
        return 0;
    return hanoi(n - 1, from, 6 - from - to) + from * to + hanoi(n - 1, 6 - from - to, to);
}

int main(void)
{
    printf("%d %d %ld\n", fibonacci(29), ackermann(2, 400), hanoi(18, 1, 3));
    return 0;
}
