// Arrays of variable length and alloca with symbolic sizes, read at their ends; a goto to a symbolic label.
#include "harness.h"
#include <alloca.h>
#include <stdio.h>

static int last_of_array(int n) {
    char a[n];
    for (int i = 0; i < n; i++)
        a[i] = (char)i;
    return a[n - 1];
}

static int first_of_block(int n, int i) {
    char *block = alloca((unsigned)n);
    block[0] = 7;
    return block[i * n]; // behind the end when i is 1
}

int main(void) {
    static const void *const labels[] = {&&one, &&two, &&three};
    int n = klee_range(1, 6, "n"), i = klee_range(0, 2, "i"), k = klee_range(0, 3, "k");
    if (last_of_array(n) != n - 1)
        return 9;
    if (first_of_block(n, i) != 7)
        return 8;
    goto *labels[k];
one:
    puts("one");
    return 1;
two:
    puts("two");
    return 2;
three:
    puts("three");
    return 3;
}
