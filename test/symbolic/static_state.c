// Globals with initialisers, static locals and constant tables under symbolic indices.
#include "harness.h"
#include <stdio.h>

static int table[4] = {1, 2, 3, 4};
static const char *const names[3] = {"zero", "one", "two"};
static int *const pointers[2] = {&table[1], &table[3]};

static int count(int by) {
    static int total = 7;
    return total += by;
}

int main(void) {
    int i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j"), k = klee_range(0, 2, "k");
    table[i] = 9;
    *pointers[k] += 1;
    if (table[j] == 10)
        puts("ten");
    count(table[j]);
    if (count(0) == 12)
        puts("twelve");
    if (names[j][1] == 'n')
        puts("n");
    return 0;
}
