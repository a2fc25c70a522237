// Switches with ranges, falling through and a default, on two inputs.
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int y = klee_range(0, 3, "y"), status = 0;
    switch (x) {
    case 'a' ... 'e':
        status = 1;
        // falls through
    case 'z':
        status += 2;
        break;
    case 0:
        puts("zero");
        return 7;
    default:
        status = 8;
    }
    switch (status + y) {
    case 3: puts("three"); break;
    case 4: puts("four"); break;
    case 9: puts("nine"); break;
    default: puts("other");
    }
    if (status == 3)
        return 3;
    return 0;
}
