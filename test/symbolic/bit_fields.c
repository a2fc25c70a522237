// Bit-fields from symbolic bytes, signed and unsigned, written back.
#include "harness.h"
#include <stdio.h>

struct flags {
    unsigned a : 3;
    int b : 4;
    unsigned c : 1;
    unsigned d : 8;
};

int main(void) {
    struct flags f = {0};
    unsigned char x = __VERIFIER_nondet_uchar();
    f.a = x;
    f.b = x >> 3;
    f.c = x >> 7;
    f.d = f.a + f.b;
    if (f.b < 0)
        puts("negative");
    if (f.d == 255)
        puts("minus one");
    if (f.a == 5 && f.c)
        return 5;
    return 0;
}
