// bsearch of a symbolic key; the result is used without a look when it is null.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    static const int numbers[] = {2, 3, 5, 7, 11, 13};
    int key = klee_range(0, 16, "key");
    const int *found = bsearch(&key, numbers, 6, sizeof *numbers, compare);
    if (key > 3 && !found) {
        puts("missing");
        return 1;
    }
    if (*found > 6) // null for 0 and 1
        puts("large prime");
    else
        puts("small prime");
    return 0;
}
