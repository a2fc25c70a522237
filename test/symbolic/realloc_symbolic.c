// oracle: out-of-bounds when i == 3 and n == 0
// realloc of a pointer that is one of three blocks or null, to a symbolic size: both choices are made by one operation.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *blocks[4] = {malloc(2), malloc(4), malloc(6), NULL};
    for (int k = 0; k < 3; k++)
        blocks[k][1] = (char)('a' + k);
    int i = klee_range(0, 4, "i"), n = klee_range(0, 9, "n"), at = klee_range(0, 9, "at");
    char *old = blocks[i];
    char *now = realloc(old, (size_t)n);
    if (n == 0 && old) {
        puts("gone");
        blocks[i] = NULL;
        for (int k = 0; k < 3; k++)
            free(blocks[k]);
        return 1;
    }
    if (old && n > 1)
        puts(now[1] == 'a' ? "a" : now[1] == 'b' ? "b" : "c");
    now[at] = 1;
    blocks[i] = now;
    for (int k = 0; k < 4; k++)
        free(blocks[k]);
    return 0;
}
