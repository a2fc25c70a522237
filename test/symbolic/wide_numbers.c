// 128 bits (where there are any) and 64 bit divisions.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <limits.h>

int main(void) {
    signed char x = (signed char)__VERIFIER_nondet_char(), y = (signed char)__VERIFIER_nondet_char();
#ifdef __SIZEOF_INT128__
    __int128 big = (__int128)x << 70;
    big += (__int128)LLONG_MAX * y;
    if (big % 1000 == 7)
        puts("seven");
    if (big / 3 < 0)
        puts("below");
    if ((unsigned long long)(big >> 64) == 64)
        puts("high");
#else
    if (x * 64 + y / 2 == 700) {
        puts("seven");
    }
#endif
    long long far = (long long)x * 0x100000000ll;
    if (y != 0 && far / y == 0x500000000ll)
        puts("five");
    if (y == 0) {
        return 2;
    }
    if ((LLONG_MIN + (x == 5)) / y == 0) {
        puts("never");
    }
    return 0;
}
