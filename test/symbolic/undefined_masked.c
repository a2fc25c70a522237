// Undefined bits matter only where the input lets them through; where it does not, there is an error of another kind.
// oracle: uninitialised when n0 != 0
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int *u = malloc(sizeof *u), result = 0;
    if (!u)
        return 3;
    if (*u & x)
        result = 1;
    free(u);
    if (x == 0)
        abort();
    puts("done");
    return result;
}
