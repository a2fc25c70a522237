// A pointer is copied byte by byte in symbolic order; only complete copies are used.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int a = 1, b = 2, *p = &a, *q = &b;
    int n = klee_range(0, 2, "n");
    unsigned char *from = (unsigned char *)&q, *to = (unsigned char *)&p;
    for (size_t i = 0; i < n * sizeof p; i++)
        to[i] = from[i];
    *p = 7;
    if (b == 7) {
        puts("b");
        return 1;
    }
    puts("a");
    return 0;
}
