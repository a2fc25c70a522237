// A sum of large numbers that overflows for the largest inputs only.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int x = klee_range(240, 256, "x"), y = klee_range(120, 256, "y");
    int a = 2147483000 + x;
    int b = a + 2 * y; // overflows when x + 2 y > 647
    if (b > 2147483500) {
        puts("close");
        return 1;
    }
    puts("far");
    return 0;
}
