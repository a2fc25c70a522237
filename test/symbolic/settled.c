// What a path has found to be defined stays so, on that path: not on the others that were made on the way.
// oracle: uninitialised when n0 == 0x1d and n1 == 0x2a
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

struct entry {
    unsigned char kind, bits;
    unsigned short value;
};

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    struct entry *table = malloc(8 * sizeof *table), here;
    if (!table)
        return 2;
    unsigned last = x == 0x1d ? 5 : 7, sum = 0;
    for (unsigned i = 0; i < last; i++) {
        struct entry one = {i & 3, i, 3 * i};
        table[(i * 3) & 7] = one; /* 0, 3, 6, 1, 4, 7, 2; never 5 */
    }
    unsigned at = y & 7;
    if (at == 5 || at == 7)
        at = 0;
    if (at == 2 && y != 0x2a)
        at = 3;
    here = table[at];
    if (here.bits < 2)
        sum = 1;
    if (here.kind == 3)
        sum += 2;
    for (unsigned i = 0; i < 2; i++)
        if (here.value > 6 + i)
            sum += here.value >> here.bits;
    if (sum > 3)
        puts("large");
    free(table);
    return 0;
}
