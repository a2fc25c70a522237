// setjmp in a loop with a symbolic number of jumps.
#include "harness.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static void leave(int value) { longjmp(place, value); }

int main(void) {
    volatile int jumps = 0;
    unsigned char x = __VERIFIER_nondet_uchar();
    for (volatile int i = 0; i < 3; i++) {
        int back = setjmp(place);
        if (back) {
            jumps += back;
            if (back == 0x80)
                puts("eight bits");
        } else if (x >> i & 1) {
            leave(x & 0xf0);
        }
    }
    if ((jumps & 0x7f) == 96)
        puts("96");
    return 0;
}
