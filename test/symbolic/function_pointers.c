// A call through a symbolic function pointer; the null entry is out of the index's range.
#include "harness.h"
#include <stdio.h>

static int none(int x) { return 0 * x; }
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static int (*const table[])(int) = {none, twice, square, twice, 0};

int main(void) {
    int i = klee_range(0, 4, "i"), x = klee_range(0, 8, "x");
    int y = table[i](x);
    if (y == 49)
        puts("forty-nine");
    else if (y > 12)
        puts("large");
    else
        puts("small");
    if (table[i] == twice)
        return 2;
    return 0;
}
