// Pointers are written at a symbolic place of an array and read back from another, then called and dereferenced.
#include "harness.h"
#include <stdio.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }

int main(void) {
    int (*calls[4])(void) = {one, two, NULL, one};
    int x = 10, y = 20;
    int *places[4] = {&x, &x, &x, &x};
    int i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
    calls[i] = three;
    places[i] = &y;
    *places[j] += 5;
    if (y == 25)
        puts("y");
    if (x == 15)
        puts("x");
    return calls[j]();
}
