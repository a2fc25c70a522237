// Elements that were never written take part in a sum with the factor 0: they have no say in it.
// oracle: uninitialised when n0 % 8 == 5
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar() % 8, buffer[4];
    unsigned sum = 0;
    if (n > 5)
        return 1;
    for (unsigned i = 0; i < n && i < 4; i++)
        buffer[i] = (unsigned char)(i + 1);
    if (n == 5) // what is multiplied by 2 is undefined
        sum = *(unsigned char *)malloc(1) * 2u;
    for (unsigned i = 0; i < 4; i++)
        sum += buffer[i] * (i < n);
    if (sum == 6)
        abort();
    if (sum == 10) {
        puts("all");
        return 2;
    }
    puts("other");
    return 0;
}
