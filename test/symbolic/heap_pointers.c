// Pointers in a block of symbolic size: they keep the objects they are based on.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count > 0 && count < 6);
    int **rows = malloc(sizeof(int *) * count);
    for (int i = 0; i < count; i++) {
        rows[i] = malloc(sizeof(int));
        *rows[i] = i;
    }
    int last = *rows[count - 1];
    for (int i = 0; i < count; i++) free(rows[i]);
    free(rows);
    puts(last == 4 ? "four" : last == 0 ? "none" : "some");
    return 0;
}
