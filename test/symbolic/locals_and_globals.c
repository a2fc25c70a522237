// A symbolic choice between a local, a global, a heap block and a constant.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int global = 3;
static const int constant = 4;

int main(void) {
    int local = 1;
    int *block = malloc(sizeof *block);
    *block = 2;
    const int *choices[4] = {&local, block, &global, &constant};
    int i = klee_range(0, 4, "i");
    const int *p = choices[i];
    int status = 0;
    if (*p >= 3) {
        puts("static");
        status = 1;
    } else
        puts("automatic or heap");
    if (p == &local) {
        puts("local");
        status = 2;
    }
    free(block);
    return status;
}
