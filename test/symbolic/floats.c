// Comparisons of floats and doubles made from an input.
#include "harness.h"
#include <stdio.h>

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    float f = x / 4.0f;
    double d = x * 0.1;
    if (f == 2.75f)
        puts("exact");
    else if (d > 3.05 && f < 8.0f)
        puts("between");
    else if (d < 0)
        puts("negative");
    else
        puts("other");
    if ((int)(d + 0.5) == 7)
        return 7;
    return 0;
}
