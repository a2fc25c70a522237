// A function returns the address of its own variable for some inputs.
#include "harness.h"
#include <stdio.h>

static int global = 5;

static int *pick(int x) {
    int local = 7;
    int *choice = &global;
    if (x > 5)
        choice = &local;
    return choice;
}

int main(void) {
    int x = klee_range(0, 8, "x");
    if (x == 2) {
        puts("two");
        return 2;
    }
    if (*pick(x) == 5) {
        puts("five");
        return 1;
    }
    return 0;
}
