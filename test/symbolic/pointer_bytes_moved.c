// A pointer copied byte by byte to a symbolic place.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = 1, b = 2;
    int *source[2] = {&a, &b};
    int *target[3] = {&a, &a, &a};
    int i = klee_range(0, 2, "i"), j = klee_range(0, 3, "j"), k = klee_range(0, 3, "k");
    for (size_t at = 0; at < sizeof source[0]; at++)
        ((char *)&target[j])[at] = ((char *)&source[i])[at];
    *target[k] = 7;
    if (a == 7)
        puts("a");
    if (b == 7)
        puts("b");
    memcpy(&target[0], &target[j], sizeof target[0]);
    if (target[0] == &b)
        puts("is b");
    return 0;
}
