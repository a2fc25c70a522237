// Two symbolic bytes are the upper half of a float: infinities and NaNs.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned short high = __VERIFIER_nondet_ushort();
    unsigned bits = (unsigned)high << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    if (f != f)
        puts("not a number");
    else if (f > 3e38f)
        puts("huge");
    else if (f < 1.0f)
        puts("below one");
    else
        puts("at least one");
    return 0;
}
