// Symbolic amounts of shifts of all widths.
#include "harness.h"
#include <stdio.h>

int main(void) {
    signed char n = (signed char)__VERIFIER_nondet_char();
    int kind = klee_range(0, 5, "kind");
    unsigned long long wide = 0x8000000000000001ull;
    switch (kind) {
    case 0:
        if (1 << n == 1024)
            puts("ten");
        break;
    case 1:
        if ((long long)wide >> n == -1)
            puts("all ones");
        break;
    case 2:
        if (wide << n == 0x8000000000000000ull)
            puts("the top");
        break;
    case 3:
        if (-8 >> n == -1)
            puts("minus one");
        break;
    default:
        if ((unsigned short)(0xffffu >> n) == 7)
            puts("seven");
    }
    return 0;
}
