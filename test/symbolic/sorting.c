// qsort of three small symbolic numbers.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

int main(void) {
    unsigned char a[3];
    for (int i = 0; i < 3; i++)
        a[i] = (unsigned char)klee_range(0, 6, "a");
    int sorted = a[0] <= a[1] && a[1] <= a[2];
    qsort(a, 3, 1, compare);
    if (a[0] > a[1] || a[1] > a[2])
        return 9;
    if (sorted)
        puts("was sorted");
    if (a[1] == 4) {
        puts("median 4");
        return 4;
    }
    return 0;
}
