// memcmp of structs with bytes that were never set.
// oracle: uninitialised when n0 % 2 == 1 and n0 < 20
#include "harness.h"
#include <stdio.h>
#include <string.h>

struct padded {
    char a;
    int b;
};

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    struct padded one, two;
    memset(&two, 0, sizeof two);
    one.a = 0;
    one.b = 0;
    if (x >= 20 || x % 2 == 0)
        memset(&one, 0, sizeof one);
    one.b = x;
    two.b = 100;
    if (memcmp(&one, &two, sizeof one) == 0)
        puts("equal");
    else
        puts("differ");
    return 0;
}
