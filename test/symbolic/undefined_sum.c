// Elements that were never written take part in a sum with the factor 0: it is undefined all the same.
// oracle: uninitialised when n0 % 8 < 3
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar() % 8, buffer[4];
    unsigned sum = 0;
    if (n > 4)
        return 1;
    for (unsigned i = 0; i < n; i++)
        buffer[i] = 1;
    for (unsigned i = 0; i < 3; i++)
        sum += buffer[i] * (i < n);
    if (sum == 2) {
        puts("two");
        return 2;
    }
    if (n == 4)
        abort();
    puts("other");
    return 0;
}
