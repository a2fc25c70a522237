// Shifts by an input: too far, negative, into the sign.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int x = klee_range(0, 4, "x"), n = klee_range(-1, 34, "n");
    unsigned u = 0x80u >> n;
    if (u == 1)
        puts("one");
    else if (u == 0)
        puts("zero");
    else
        puts("more");
    int s = x << n; // bits lost at the top for large n
    if (s > 100)
        return 1;
    return 0;
}
