// An assertion that fails for one pair of inputs.
// long: 65536 inputs
#include "harness.h"
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    assert(x * y != 221 || x < y || x == 221);
    if (x > y) {
        puts("greater");
        return 1;
    }
    puts("not greater");
    return 0;
}
