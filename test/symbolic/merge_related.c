// A pointer follows its block after realloc by the distance of old and new, on one of two ways that meet.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    char *old = malloc(4), *fresh = malloc(8);
    if (!old || !fresh)
        return 2;
    old[1] = 1;
    fresh[1] = 2;
    char *inside = old + 1;
    ptrdiff_t distance = 0;
    if (x & 1)
        distance = fresh - old;
    inside += distance;
    if (*inside == 2 && x == 0x41)
        abort(); // reached
    puts(*inside == 2 ? "moved" : "stayed");
    free(old);
    free(fresh);
    return 0;
}
