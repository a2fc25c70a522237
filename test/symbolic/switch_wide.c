// Switches on 64 bits and with ranges of cases.
#include "harness.h"
#include <stdio.h>

int main(void) {
    signed char x = (signed char)__VERIFIER_nondet_char();
    switch ((long long)x * 0x100000001ll) {
    case 0x500000005ll: puts("five"); break;
    case -0x100000001ll: puts("minus one"); break;
    case 0x700000000ll ... 0x7ffffffffll: puts("seven"); break;
    default: puts("default");
    }
    switch (x) {
    case -128 ... -100: return 1;
    case 'a' ... 'z': return 2;
    case 0: return 3;
    }
    unsigned long long u = (unsigned long long)x;
    switch (u) {
    case 0xffffffffffffffffull: return 4;
    case 0xfffffffffffffff0ull ... 0xfffffffffffffffdull: return 5;
    }
    return 0;
}
