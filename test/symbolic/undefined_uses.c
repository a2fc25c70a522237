// Undefined bytes go through memory, arrays and sums before something is decided by them, or not.
// oracle: uninitialised when (lambda x: [x % 2 == 1, x % 4 > 1, x > 0, x % 4 < 2, x > 0, True, x % 4 != 3, x % 2 == 0])(n0 // 8)[n0 % 8]
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int table[256] = {1, 2, 3};

static int decide(unsigned char use, unsigned char x) {
    unsigned char u, two[2], four[4] = {0}, copy[4];
    unsigned number;
    memset(&number, 0, 3);
    switch (use) {
    case 0: two[x % 2] = 1; return two[0];
    case 1:
        for (int i = 0; i < x % 4; i++)
            four[i] = u;
        return four[1];
    case 2: return table[u & x];
    case 3: memset(copy, 1, x % 4); memmove(four, copy, 2); return four[1];
    case 4:
        switch (u & x) {
        case 0: return 1;
        case 7: return 2;
        default: return 3;
        }
    case 5: return 100 / (u | 1);
    case 6: memcpy(&number, copy, x % 4 == 3 ? 0 : 1); return number & 1;
    case 7: two[x % 2] = 1; two[0] = two[x % 2]; return (two[0] ^ two[1]) & 1;
    default: return 1;
    }
}

int main(void) {
    unsigned char input = __VERIFIER_nondet_uchar(), x = input / 8;
    if (decide(input % 8, x)) {
        puts("yes");
        if (x == 31)
            abort();
        return 1;
    }
    puts("no");
    return 0;
}
