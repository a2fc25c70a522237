// A copy of symbolic length moves pointers: those that it moves whole keep the object they are based on.
// oracle: out-of-bounds when j == 1 and n == 2
#include "harness.h"
#include <stdio.h>
#include <string.h>

static char before[32] = "before", one[32] = "xone", after[32] = "after", two[32] = "two";

int main(void) {
    char *from[2] = {one, one - 32}, *to[2] = {two, two};
    int n = klee_range(0, 3, "n"), j = klee_range(0, 2, "j");
    memcpy(to, from, n * sizeof *from);
    char c = to[j][0];
    puts(c == 'x' ? "start" : c == 't' ? "old" : "elsewhere");
    return before[0] + after[0] == 0;
}
