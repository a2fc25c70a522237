// A product that overflows, and a negation that does.
#include "harness.h"
#include <stdio.h>

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    int product = x * 20000000;
    if (x == -100)
        product = -2147483647 - 1;
    int negated = -product;
    if (negated > 0)
        puts("positive");
    else
        puts("negative or zero");
    return 0;
}
