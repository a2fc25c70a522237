// A variable is set on most branches; its value decides a branch.
// oracle: uninitialised when n0 == 77
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int y;
    if (x < 77)
        y = 1;
    if (x > 77)
        y = 2;
    if (y == 1) {
        puts("below");
        return 1;
    }
    puts("above");
    return 2;
}
