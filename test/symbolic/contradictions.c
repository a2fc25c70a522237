// Assumptions that contradict, on one branch only, and in a loop.
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    if (x > 100) {
        klee_assume(x < 50);
        reach_error();
    }
    for (int i = 0; i < 4; i++) {
        klee_assume(x != i * 10);
        klee_assume((x & y) == 0);
    }
    if (x == 30)
        reach_error();
    if ((x | y) == 0xff)
        puts("complement");
    return 0;
}
