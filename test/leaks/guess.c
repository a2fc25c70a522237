// An input that could be a block's address, but need not, does not keep it: one path, and the block is lost there.
// paths: 1
// found: leak:12
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t kept[3];

static void build(void) {
    klee_make_symbolic(kept, sizeof kept, "kept");
    char *block = malloc(5);
    block[0] = 1;
}

int main(void) {
    build();
    return 0;
}
