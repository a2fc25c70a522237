// memcpy of a symbolic length; one length is too much.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    klee_assume(n < 10);
    char to[8] = "........", from[16] = "abcdefghijklmno";
    memcpy(to, from, n); // n == 9 is beyond the end
    if (to[0] == '.')
        puts("nothing");
    else if (to[4] == '.')
        puts("some");
    else
        puts("much");
    if (n > 0 && to[n - 1] != from[n - 1])
        return 9;
    return 0;
}
