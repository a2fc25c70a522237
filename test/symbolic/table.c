// A symbolic index into a table of constants; one index past its end.
#include "harness.h"
#include <stdio.h>

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
    unsigned char i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i <= 8);
    if (table[i] > 5) {
        puts("large");
        return 1;
    }
    puts("small");
    return 0;
}
