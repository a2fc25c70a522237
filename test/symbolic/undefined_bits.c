// Which bits of a result are undefined, for one operation after the other; an error of another kind for some inputs.
// oracle: uninitialised when (lambda x: [x > 0, x < 31, False, x % 16 > 0, x % 8 < 4, True, False, x % 16 == 0])(n0 // 8)[n0 % 8]
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int decide(unsigned char operation, unsigned char x, const unsigned char *u, const signed char *s) {
    switch (operation) {
    case 0: return *u & x;
    case 1: return ((*u | x) & 31) == 31;
    case 2: return (*u ^ x) & 256;
    case 3: return (*u << x % 16) & 0xff00;
    case 4: return (*u >> x % 8) & 16;
    case 5: return (*s >> x % 8) & 128;
    case 6: return (((*u & x) << 8) | 1) == 0;
    case 7: return (*u & 0xf0) == x;
    default: return 1;
    }
}

int main(void) {
    unsigned char input = __VERIFIER_nondet_uchar(), x = input / 8, u;
    signed char s;
    if (decide(input % 8, x, &u, &s)) {
        puts("yes");
        return 1;
    }
    if (x == 0 && input != 7)
        abort();
    puts("no");
    return 0;
}
