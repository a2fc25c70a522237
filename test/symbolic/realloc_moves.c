// The old pointer is used after realloc in a branch: the block may have moved.
// oracle: use-after-free when n0 == 7
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    char *old = malloc(4);
    old[0] = 'o';
    char *block = old;
    if (x < 10)
        block = realloc(old, 400);
    char *used = block;
    if (x == 7)
        used = old;
    if (*used == 'o' && x < 10)
        puts("moved");
    else
        puts("stayed");
    free(block);
    return 0;
}
