// Symbolic words overwritten by concrete bytes, concrete words by symbolic bytes, read at unaligned offsets.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned short s = __VERIFIER_nondet_ushort();
    unsigned wide = s * 0x10001u;
    memcpy(bytes + 1, &wide, 4);
    bytes[2] = 0;
    unsigned at1, at3;
    memcpy(&at1, bytes + 1, 4);
    memcpy(&at3, bytes + 3, 4);
    if (at1 == 0x12340034)
        puts("at one");
    if (at3 == 0x07061234)
        puts("never");
    if (at3 == 0x07061234 - 0x01000000 - 0x10000)
        puts("at three");
    unsigned short middle;
    memcpy(&middle, bytes + 4, 2);
    if (middle == 0x06ff)
        puts("middle");
    return bytes[2];
}
