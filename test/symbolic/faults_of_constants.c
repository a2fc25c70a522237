// A write through a table: to a constant, behind a constant's end, behind a variable's end.
// oracle: write-to-constant when i == 0
// oracle: out-of-bounds when i != 0
#include "harness.h"

static const char constant[4] = "abc";
static char variable[4];

int main(void) {
    char *table[3] = {(char *)constant, variable + 4, (char *)constant + 4};
    *table[klee_range(0, 3, "i")] = 1;
    return 0;
}
