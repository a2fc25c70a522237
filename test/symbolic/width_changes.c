// Narrow and wide stores into one buffer, read back at another width and a symbolic offset.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char buffer[8] = {0};
    int i = klee_range(0, 6, "i");
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned wide = 0x11223344;
    memcpy(buffer + 2, &wide, sizeof wide);
    buffer[i] = x;
    unsigned short half;
    memcpy(&half, buffer + 3, sizeof half);
    if (half == 0x2233)
        puts("untouched");
    else if (half == 0x22ee)
        puts("ee");
    else
        puts("changed");
    if (half >> 8 == 0x99)
        return 1;
    return 0;
}
