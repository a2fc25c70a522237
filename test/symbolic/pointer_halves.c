// Pointers in memory that is accessed by halves and bytes too keep the object they are based on: no neighbour is read
// unnoticed, and an error is called what it is.
// oracle: out-of-bounds when j == k and k >= 2
#include "harness.h"
#include <stdio.h>

struct both {
    short halves[4];
    char *pointers[4];
};

static char before[32] = "before", one[32] = "xone", after[32] = "after";

int main(void) {
    struct both t = {{1, 2, 3, 4}, {one, one, one, one}};
    int k = klee_range(0, 4, "k"), j = klee_range(0, 4, "j");
    t.halves[k] = 5;
    t.pointers[k] = one + (k == 3 ? 32 : k == 2 ? -32 : 1);
    char c = t.pointers[j][0];
    puts(c == 'x' ? "start" : c == 'o' ? "moved" : "elsewhere");
    return before[0] + after[0] == 0;
}
