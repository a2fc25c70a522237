// A block is lost on one branch.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int i = klee_range(0, 6, "i");
    char *block = malloc(4);
    block[0] = 1;
    if (i == 3)
        block = NULL;
    free(block);
    if (i > 3) {
        puts("late");
        return 1;
    }
    puts("early");
    return 0;
}
