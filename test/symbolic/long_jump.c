// longjmp out of two calls with a symbolic value.
#include "harness.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf target;

static void check(int x) {
    if (x > 12)
        longjmp(target, x - 12);
}

static int twice(int x) {
    check(x);
    check(2 * x);
    return x;
}

int main(void) {
    volatile int stage = 0;
    int x = klee_range(0, 16, "x");
    int code = setjmp(target);
    if (code == 0) {
        stage = 1;
        twice(x);
        puts("returned");
        return 0;
    }
    if (code > 3)
        puts("far");
    else
        puts("near");
    return stage;
}
