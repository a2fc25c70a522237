// A pointer to a local of an inner block is kept when a condition holds and used later.
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int outer = 1, *p = &outer;
    {
        int inner = 2;
        if (x == 99)
            p = &inner;
        if (inner == 2 && x > 99)
            puts("large");
    }
    if (*p == 1)
        return 0;
    return 1;
}
