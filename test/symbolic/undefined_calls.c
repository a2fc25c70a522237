// Functions that the machine implements, called by name and through pointers, with arguments that may be undefined.
// oracle: uninitialised when (lambda x: [x == 5, x == 5, False, x == 5])(n0 // 4)[n0 % 4]
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*volatile allocate)(size_t) = malloc;
static double (*volatile root)(double) = cbrt;

int main(void) {
    unsigned char input = __VERIFIER_nondet_uchar(), x = input / 4, u;
    char *block, bytes[4] = {0};
    if (x != 5)
        u = 8;
    switch (input % 4) {
    case 0:
        block = malloc(u);
        break;
    case 1:
        block = allocate(u);
        break;
    case 2: {
        double unused = root(u);
        memcpy(bytes, &unused, 4);
        block = malloc(2);
        break;
    }
    default:
        block = malloc(3);
        if (root(u) > 1)
            bytes[0] = 1;
    }
    free(block);
    if (x == 7 && root(27) > 2)
        abort();
    puts("end");
    return 0;
}
