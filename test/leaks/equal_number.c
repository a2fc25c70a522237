// An input that the path binds to a block's address keeps the block.
// paths: 1
// found:
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t kept;

static void build(void) {
    uintptr_t input;
    char *block = malloc(5);
    klee_make_symbolic(&input, sizeof input, "input");
    klee_assume(input == (uintptr_t)block);
    kept = input;
}

int main(void) {
    build();
    return 0;
}
