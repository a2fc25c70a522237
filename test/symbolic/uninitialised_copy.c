// Undefined bytes are copied, which is no error, and only looked at for one input.
// oracle: uninitialised when n0 == 200
#include "harness.h"
#include <stdio.h>

struct pair {
    int set, unset;
};

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    struct pair a, b;
    a.set = x;
    b = a;
    if (x == 200 && b.unset == 5)
        puts("never sure");
    if (b.set > 100) {
        puts("large");
        return 1;
    }
    puts("small");
    return 0;
}
