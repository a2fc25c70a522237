// A write through a symbolic pointer that may be a constant.
// oracle: write-to-constant when i == 2
#include "harness.h"
#include <stdio.h>

static int first = 1, second = 2;
static const int third = 3;

int main(void) {
    int *choices[3] = {&first, &second, (int *)&third};
    int i = klee_range(0, 3, "i");
    *choices[i] = 9;
    if (first == 9) {
        puts("first");
        return 1;
    }
    puts("second");
    return 0;
}
