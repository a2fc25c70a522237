// expect: points compare.a items
// expect: points compare.b items
#include <stdlib.h>

static int items[8] = {3, 1, 2};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    qsort(items, 8, sizeof *items, compare);
    return items[0];
}
