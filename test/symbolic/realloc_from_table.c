// A block of symbolic size from a table grows, after a write through the table at a symbolic place.
#include "harness.h"
#include <stdlib.h>
#include <string.h>

static unsigned char *table[2];

int main(void) {
    unsigned char y = klee_range(0, 5, "y");
    for (int i = 0; i < 2; i++) {
        table[i] = malloc(y + 2);
        memset(table[i], i, 2);
    }
    if (y > 2 && table[y * 3 & 1])
        table[y * 3 & 1][(y + y) % 2] = y ^ 5;
    table[0] = realloc(table[0], y + 3);
    if (table[0][0] == 1)
        return 2;
    return table[1][0];
}
