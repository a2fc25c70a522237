// Variadic arguments that differ where ways meet inside the function.
#include "harness.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int sum(int is_odd, int count, ...) {
    va_list list;
    int all = 0;
    if (is_odd)
        all = 100;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        all += va_arg(list, int);
    va_end(list);
    return all;
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int given = 1;
    char *block = NULL;
    if (x == 7) {
        block = malloc(1);
        given = 5;
    }
    if (block)
        block[0] = 1;
    free(block);
    int all = sum(x & 1, 2, given, 2);
    if (all == 107)
        abort(); // reached for 7
    puts(all > 50 ? "large" : "small");
    return 0;
}
