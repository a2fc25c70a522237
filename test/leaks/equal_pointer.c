// The same with pointers and a branch: the block is lost on the other one.
// paths: 2
// found: leak:11
#include <klee/klee.h>
#include <stdlib.h>

static char *kept;

static void build(void) {
    char *input;
    char *block = malloc(5);
    klee_make_symbolic(&input, sizeof input, "input");
    if (input == block)
        kept = input + 2;
}

int main(void) {
    build();
    return 0;
}
