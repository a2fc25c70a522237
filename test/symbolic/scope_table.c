// Pointers to variables of an inner scope in a table with a symbolic index.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int outer = 3;
    int *table[3] = {&outer, &outer, &outer};
    int i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
    {
        int inner = 4;
        table[i] = &inner;
        if (*table[j] == 4)
            puts("inside");
    }
    if (*table[j] == 3)
        puts("outside");
    return 0;
}
