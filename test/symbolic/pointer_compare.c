// Comparison and subtraction of pointers into one array.
#include "harness.h"
#include <stdio.h>

int main(void) {
    short a[10];
    int i = klee_range(0, 11, "i"), j = klee_range(0, 11, "j");
    short *p = a + i, *q = a + j;
    if (p < q)
        puts("before");
    else if (p == q)
        puts("equal");
    else
        puts("behind");
    if (q - p == 4)
        return 4;
    if (p == a + 10 && q == a)
        return 5;
    return 0;
}
