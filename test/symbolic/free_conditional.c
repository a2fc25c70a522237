// free of a pointer that is one of two by a condition, then both are freed.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    int c = klee_range(0, 4, "c"), d = klee_range(0, 3, "d");
    *a = 1, *b = 2;
    int *table[4] = {a, b, NULL, a};
    int *p = table[c];
    free(p);
    if (d == 0) {
        puts("frees b");
        free(b);
    } else if (d == 1) {
        puts("uses a");
        if (*a == 1)
            puts("one");
        if (p != b)
            free(b);
    } else if (p == a) {
        free(b);
    } else {
        free(a);
    }
    return 0;
}
