// Variadic functions of the program with symbolic arguments and a symbolic count.
#include "harness.h"
#include <stdarg.h>
#include <stdio.h>

static long long total(int count, ...) {
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    long long sum = 0;
    for (int i = 0; i < count; i++)
        sum += i % 2 ? va_arg(list, long long) : va_arg(list, int);
    if (count && va_arg(again, int) == 77)
        sum += 1000;
    va_end(again);
    va_end(list);
    return sum;
}

int main(void) {
    signed char x = (signed char)__VERIFIER_nondet_char();
    int n = klee_range(0, 4, "n");
    long long sum = total(n, (int)x, (long long)x << 33, 5);
    if (sum == 77 + 1000)
        puts("77 alone");
    else if (sum < 0)
        puts("negative");
    else if (sum == 0x200000001ll + 5)
        puts("both");
    return (int)(sum > 500);
}
