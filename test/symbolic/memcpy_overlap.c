// memcpy between places of one array: overlapping for close places.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    int i = klee_range(0, 5, "i"), j = klee_range(0, 5, "j");
    klee_assume(i != j);
    char a[9] = "abcdefgh";
    memcpy(a + i, a + j, 3); // overlaps when |i - j| < 3
    if (a[2] == 'f') {
        puts("f");
        return 1;
    }
    puts("other");
    return 0;
}
