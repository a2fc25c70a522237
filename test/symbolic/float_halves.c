// A symbolic half of a double and float seen as numbers and back.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

union number {
    double d;
    float f[2];
    unsigned long long u;
    unsigned short h[4];
};

int main(void) {
    union number n = {.u = 0};
    n.h[3] = __VERIFIER_nondet_ushort();
    if (n.d != n.d)
        puts("nan");
    else if (n.d == 0 && n.u)
        puts("minus zero");
    else if (n.d < 0)
        puts("negative");
    else if (n.d == 0)
        puts("zero");
    else if (n.d > 1e9)
        puts("large");
    else if ((int)n.d == 3)
        puts("three");
    if (n.f[1] > 2.0f)
        puts("upper above two");
    if ((float)n.d == 1.0f)
        puts("one as float");
    return 0;
}
