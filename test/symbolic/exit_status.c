// The exit status is data; exit is called from a function.
// class: n0 > 250
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static void leave(int status) {
    puts("leaving");
    exit(status);
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x > 250)
        leave(x - 250);
    return 0;
}
