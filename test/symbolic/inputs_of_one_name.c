// Inputs are made in recursion and loops, all of one name.
#include "harness.h"
#include <stdio.h>

static int make(int depth) {
    if (depth == 0)
        return 0;
    int bit = klee_range(0, 2, "bit");
    return bit + make(depth - 1);
}

int main(void) {
    int sum = make(6);
    for (int i = 0; i < 4; i++)
        sum += klee_range(0, 2, "bit");
    if (sum == 10)
        puts("all");
    return 0;
}
