// char and short grow to int before anything is done.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    signed char b = (signed char)__VERIFIER_nondet_char();
    if ((unsigned char)~a >> 4 == 3)
        puts("inverted");
    if (a - b < 0)
        puts("less");
    if ((unsigned short)b > 65500u)
        puts("extended");
    a += b;
    short s = (short)(a * a);
    if (s < 0)
        puts("short is negative");
    if (b > 0u && a == (unsigned char)b)
        puts("same");
    if (-b == b)
        puts("zero");
    return 0;
}
