// Constant pointers stored at a symbolic index keep the object they are based on: no neighbour is read unnoticed.
// oracle: out-of-bounds when n1 >= 4 or (n1 % 4 == n0 and n0 == 3)
#include "harness.h"
#include <stdio.h>

int main(void) {
    char before[32] = "before", one[32] = "xone", after[32] = "after";
    char *t[4] = {one, one, one, one};
    unsigned char k = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
    klee_assume(k < 4 && j < 8);
    t[k] = k == 3 ? one + 32 : one + 1;
    char c = j < 4 ? t[j][0] : t[j - 4][-33];
    puts(c == 'x' ? "start" : c == 'o' ? "moved" : "elsewhere");
    return before[0] + after[0] == 0;
}
