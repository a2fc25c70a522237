// Numbers are printed where ways part, at the same place of the output.
// class: (n0 % 2, n0 == 6)
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x % 2)
        printf("%d", x % 4 + 1);
    else
        printf("%d", x % 8 + 3);
    printf(".\n");
    if (x == 6)
        return 1;
    return 0;
}
