// Undefined values in arithmetic: that a sum of them could overflow is no error, to divide by them is.
// oracle: uninitialised when n0 in (5, 6)
#include "harness.h"
#include <stdio.h>

#ifdef __SIZEOF_INT128__
typedef __int128_t Wide;
#else
typedef _BitInt(96) Wide;
#endif

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int y, sum;
    Wide wide;
    if (x != 3 && x != 5)
        y = x;
    if (x != 6)
        wide = x + 1;
    sum = y + 1;
    if (x == 3)
        sum = 0;
    if (x == 5)
        sum = 100 / y;
    if (x == 6)
        sum = (int)((Wide)100 % wide);
    if (sum > 100) {
        puts("large");
        return 1;
    }
    puts("small");
    return 0;
}
