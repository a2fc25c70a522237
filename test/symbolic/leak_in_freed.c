// The only pointer to a block stands in a block that is freed for some inputs; one of two is freed.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static char **holders[2];

static void build(int which, int keeps) {
    char **both[3];
    for (int i = 0; i < 2; i++) {
        holders[i] = calloc(2, sizeof *holders[i]);
        holders[i][1] = malloc(5);
        both[i] = holders[i];
    }
    both[2] = NULL;
    char *inner[3] = {holders[0][1], holders[1][1], NULL};
    if (!keeps)
        free(inner[which]);
    free(both[which]);
    if (which < 2)
        holders[which] = NULL;
}

int main(void) {
    int which = klee_range(0, 3, "which"), keeps = klee_range(0, 2, "keeps");
    build(which, keeps);
    puts(keeps ? "kept" : "freed");
    return 0;
}
