// Exit codes above 255, return of symbolic values.
// class: (n0 > 200) + (n0 > 250)
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x > 250)
        exit(x * 3);
    if (x > 200)
        return -x;
    return x;
}
