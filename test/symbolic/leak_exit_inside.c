// exit in a nested call: what the callers' variables hold is kept, whatever the index; what they have lost is not.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static void __attribute__((noinline)) fill(char **kept, int place) { kept[place] = malloc(7); }

/* Registers of calls that are over may still be around: these are others. */
static int __attribute__((noinline)) overwrite(int a, int b, int c, int d, int e, int f, int g, int h) {
    int i = a + b, j = i + c, k = j + d, l = k + e, m = l + f, n = m + g, o = n + h;
    return i ^ j ^ k ^ l ^ m ^ n ^ o;
}

static void __attribute__((noinline)) leave(char **kept, int place) {
    kept[place] = NULL;
    if (place == 1)
        puts("second");
    exit(0);
}

int main(void) {
    int first = klee_range(0, 3, "first"), second = klee_range(0, 4, "second");
    char *kept[4] = {0};
    fill(kept, first);
    overwrite(1, 2, 3, 4, 5, 6, 7, 8);
    leave(kept, second);
}
