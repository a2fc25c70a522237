// A table of constants into which is stored what is there already: it stays a table, and is written to afterwards.
#include "harness.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 4};
    unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
    klee_assume(i < 4 && j < 8);
    if (j < 4) {
        a[i] = a[i];
        a[2] = 7;
        if (a[j] == 7)
            abort();
        return 1;
    }
    memmove(b, b, i * sizeof b[0]);
    b[2] = 7;
    if (b[j - 4] == 7)
        abort();
    return 2;
}
