// memset with a symbolic start, length and value.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    int start = klee_range(0, 6, "start"), n = klee_range(0, 6, "n");
    _Bool high = __VERIFIER_nondet_bool();
    unsigned char a[8] = {0};
    int value = 1;
    if (high)
        value = 255;
    memset(a + start, value, n); // beyond the end when start + n > 8
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += a[i];
    if (sum > 255)
        puts("large");
    else if (sum > 3)
        puts("middle");
    else
        puts("small");
    if (a[4] == 255)
        return 1;
    return 0;
}
