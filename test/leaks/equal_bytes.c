// The same byte by byte, in a block that is kept itself.
// found:
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *kept;

static void build(void) {
    unsigned char input[sizeof(char *)];
    char *block = malloc(5);
    klee_make_symbolic(input, sizeof input, "input");
    klee_assume(memcmp(input, &block, sizeof input) == 0);
    kept = malloc(sizeof input);
    memcpy(kept, input, sizeof input);
}

int main(void) {
    build();
    return 0;
}
