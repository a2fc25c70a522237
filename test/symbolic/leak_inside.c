// Blocks that only pointers into them, pointers with a tag, or numbers keep.
#include "harness.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static char *inside;
static uintptr_t tagged;

static void build(int way, int at) {
    char *block = malloc(24), *other = malloc(24);
    char *ways[3] = {block + at, other, NULL};
    uintptr_t numbers[3] = {(uintptr_t)other | 1, (uintptr_t)block | 3, (uintptr_t)other};
    inside = ways[way];
    tagged = numbers[way];
    if (at & 1)
        tagged ^= 1;
}

int main(void) {
    int way = klee_range(0, 3, "way"), at = klee_range(0, 24, "at");
    build(way, at);
    if (at == 7)
        puts("seven");
    return 0;
}
