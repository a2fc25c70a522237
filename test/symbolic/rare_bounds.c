// Out of bounds for one of 65536 inputs.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    char a[16] = "fifteen letters";
    unsigned index = (x * 7u + 3u) & 15u;
    if (x == 0xbeef)
        index += 16;
    if (a[index] == 't') {
        puts("t");
        return 1;
    }
    puts("other");
    return 0;
}
