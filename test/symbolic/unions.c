// A union of bytes and numbers: symbolic bytes read as a number.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

union both {
    unsigned char bytes[4];
    unsigned number;
    short halves[2];
};

int main(void) {
    union both u = {.number = 0x01020304};
    klee_make_symbolic(&u.bytes[1], 2, "middle");
    if (u.number == 0x01abcd04)
        puts("found");
    else if (u.halves[1] < 0x0180)
        puts("low");
    else
        puts("high");
    if (u.bytes[3] != 1)
        return 9;
    return 0;
}
