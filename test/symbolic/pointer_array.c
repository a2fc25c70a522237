// An array of pointers to locals of different types' sizes, written through a symbolic index.
#include "harness.h"
#include <stdio.h>

int main(void) {
    int a = 1, b = 2, c = 3;
    int *pointers[4] = {&a, &b, &c, NULL};
    int i = klee_range(0, 4, "i");
    *pointers[i] = 10; // null for i == 3
    if (a == 10)
        puts("a");
    else if (b == 10)
        puts("b");
    else
        puts("c");
    if (a + b + c == 14)
        return 1;
    return 0;
}
