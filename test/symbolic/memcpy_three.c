// memcpy with a symbolic source object, target and length.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[4] = "abc", b[6] = "vwxyz", c[8] = "0123456", d[5] = "----";
    char *sources[2] = {a, b}, *targets[2] = {c, d};
    int s = klee_range(0, 2, "s"), t = klee_range(0, 2, "t"), n = klee_range(0, 8, "n"), at = klee_range(0, 4, "at");
    memcpy(targets[t] + at, sources[s], (size_t)n);
    if (c[2] == 'c')
        puts("c at 2");
    if (c[2] == 'x')
        puts("x at 2");
    if (d[3] == 'w')
        puts("w at 3");
    if (d[0] == '-')
        puts("start kept");
    return 0;
}
