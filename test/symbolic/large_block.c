// A block of 5 GiB is written and read at places that inputs choose, in it and just behind it.
// large: one block
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char gib = (unsigned char)klee_range(0, 6, "gib"), step = (unsigned char)klee_range(0, 4, "step");
    const size_t size = (size_t)5 << 30;
    unsigned char *block = calloc(size, 1), *end = block + size;
    for (size_t i = 0; i < 5; i++) block[(i << 30) + 1] = (unsigned char)(i + 1);
    unsigned char *at = block + ((size_t)gib << 30) - (gib > 4);
    at[step] = (unsigned char)(at[step] + 10);
    unsigned sum = 0;
    for (size_t i = 0; i < 5; i++) sum += block[(i << 30) + 1];
    if (sum == 15) puts("beside them");
    else if (sum == 25) puts("one of them");
    if (at == end - 1) puts("at the end");
    if (end - at > (ptrdiff_t)4 << 30) puts("in the first");
    if (end - at > step + 1 && *(unsigned short *)(at + step) >> 8 == 3) puts("the third behind it");
    free(block);
    return 0;
}
