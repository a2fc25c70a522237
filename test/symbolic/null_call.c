// A symbolic function pointer that is null for one input.
// oracle: null-dereference when i == 2
#include "harness.h"
#include <stdio.h>

static void hello(void) { puts("hello"); }
static void goodbye(void) { puts("goodbye"); }

int main(void) {
    void (*table[3])(void) = {hello, goodbye, NULL};
    int i = klee_range(0, 3, "i");
    table[i]();
    return 0;
}
