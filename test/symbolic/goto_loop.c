// A loop made of goto with a symbolic bound and step.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int bound = klee_range(0, 12, "bound"), step = klee_range(1, 4, "step");
    int i = 0, rounds = 0;
again:
    if (i >= bound)
        goto done;
    i += step;
    rounds++;
    if (rounds == 9)
        goto tired;
    goto again;
tired:
    puts("tired");
    return 9;
done:
    if (i == bound)
        puts("hit");
    else
        puts("passed");
    return 0;
}
