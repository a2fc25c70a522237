// reach_error behind an assumption and two tests; abort for another input.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    short x = __VERIFIER_nondet_short();
    __VERIFIER_assume(x > -500 && x < 500);
    if (x * x == 361 && x < 0)
        reach_error();
    if (x == 400)
        abort();
    if (x > 0)
        puts("positive");
    else
        puts("not positive");
    return 0;
}
