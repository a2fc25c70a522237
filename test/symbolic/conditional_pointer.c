// A null pointer on one branch, used under a related condition.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int i = klee_range(0, 8, "i"), j = klee_range(0, 8, "j");
    int value = 3, *p = NULL;
    if (i * 2 > 6)
        p = &value;
    if (i + j == 11 || j == 7)
        *p = 4; // null for i of 0 to 3 and j == 7
    if (value == 4) {
        puts("four");
        return 4;
    }
    puts("three");
    return 0;
}
