// Pointers in memory that ways set differently: one of them is one past the end of its array.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static struct {
    char *at;
} place;

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    char *first = malloc(15), *second = malloc(15);
    if (!first || !second)
        return 2;
    first[14] = 1;
    second[0] = 2;
    if (x & 1)
        place.at = first + 15;
    else
        place.at = second + 1;
    char last = place.at[-1];
    if (last == 1 && x == 3)
        abort(); // reached
    puts(last == 1 ? "first" : "second");
    free(first);
    free(second);
    return 0;
}
