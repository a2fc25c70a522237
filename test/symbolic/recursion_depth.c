// Recursion to a symbolic depth with arrays in the frames and pointers into callers.
#include "harness.h"
#include <stdio.h>

static int down(int n, unsigned char *above, int x) {
    unsigned char here[4] = {0};
    here[n & 3] = (unsigned char)(n + x);
    if (n <= 0)
        return above[x & 3];
    if (above)
        above[n & 1]++;
    return down(n - 1, here, x) + here[0];
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int n = klee_range(1, 6, "n");
    int result = down(n, NULL, x);
    if (result == 9)
        puts("nine");
    if (result > 100)
        puts("large");
    return 0;
}
