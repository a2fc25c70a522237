// qsort and bsearch over symbolic numbers.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const signed char *)a - *(const signed char *)b;
}

int main(void) {
    signed char n[4] = {5, 0, -7, 0};
    n[1] = (signed char)__VERIFIER_nondet_char();
    n[3] = (signed char)__VERIFIER_nondet_char();
    signed char key = 5;
    qsort(n, 4, 1, compare);
    if (n[0] > n[1] || n[1] > n[2] || n[2] > n[3])
        reach_error();
    signed char *found = bsearch(&key, n, 4, 1, compare);
    if (!found)
        return 9;
    if (n[0] == -7)
        puts("the smallest");
    if (n[3] == 5)
        puts("the largest");
    return 0;
}
