// A loop over an array with a symbolic bound writes one element too many.
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    klee_assume(n < 12);
    int a[10] = {0};
    for (int i = 0; i <= n; i++)
        a[i] = i; // beyond the end for n of 10 and more
    if (a[5] == 5) {
        puts("filled");
        return 1;
    }
    puts("partly");
    return 0;
}
