// Recursion whose depth is an input, with locals in every frame.
#include "harness.h"
#include <stdio.h>

static int digits(unsigned n, const int *above) {
    int here = *above + 1;
    if (n < 4)
        return here;
    return digits(n / 4, &here);
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int zero = 0, count = digits(x, &zero);
    if (count == 1)
        puts("one");
    else if (count == 4)
        puts("four");
    else
        puts("two or three");
    return count;
}
