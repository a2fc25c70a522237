// Signed and unsigned bit-fields with symbolic values, beside each other.
#include "harness.h"
#include <stdio.h>

struct fields {
    signed a : 3;
    unsigned b : 5;
    signed long long c : 37;
    _Bool d : 1;
    unsigned e : 2;
};

int main(void) {
    struct fields f = {.a = -1, .b = 9, .c = -5, .d = 1, .e = 2};
    unsigned char x = __VERIFIER_nondet_uchar();
    f.a = (signed char)x;
    f.b += x;
    f.c *= x;
    f.e++;
    if (f.a < 0)
        puts("negative");
    if (f.b < 9)
        puts("wrapped");
    if (f.c == -1000)
        puts("minus thousand");
    f.d = f.b & 1;
    if (f.d && f.e == 3)
        puts("odd");
    if (f.a == -4)
        puts("minus four");
    return 0;
}
