// Division and remainder by a difference of inputs, zero when they agree; INT_MIN / -1.
#include "harness.h"
#include <limits.h>
#include <stdio.h>

int main(void) {
    int x = klee_range(0, 16, "x"), y = klee_range(0, 16, "y");
    int quotient = 100 / (x - y);
    if (quotient > 30)
        puts("large");
    else if (quotient < -30)
        puts("negative");
    else
        puts("small");
    int low = INT_MIN + (x == 3);
    if (low % (y - 9) == -2) // overflows for y == 8, unless x == 3
        return 2;
    return 0;
}
