// A symbolic number is printed: one path, many outputs.
// class: n0 >= 100
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x >= 100)
        printf("large: %d, in hexadecimal %x\n", x, x);
    else
        printf("small: [%4d]\n", x);
    return 0;
}
