// The table of pointers moves; its last entry is lost with the table's tail, or overwritten at a place that is a choice.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static char **table;

static void build(int size, int place) {
    table = calloc(3, sizeof *table);
    for (int i = 0; i < 3; i++)
        table[i] = malloc(6);
    free(table[place]);
    table[place] = NULL;
    table = realloc(table, (size_t)size * sizeof *table);
    if (size == 4)
        table[3] = NULL;
}

int main(void) {
    int size = klee_range(2, 5, "size"), place = klee_range(0, 3, "place");
    build(size, place);
    if (size == 4)
        puts("grown");
    return 0;
}
