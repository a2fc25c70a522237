// A block among many that are dead is freed on one branch; where the branches have become one, the path on which it was
// not freed has lost it: the other way round.
// run: --merge-joins
// found: leak:17
#include <klee/klee.h>
#include <stdlib.h>

static void many_others(void) {
    for (int i = 0; i < 130; i++)
        free(malloc(8));
}

int main(void) {
    int input;
    klee_make_symbolic(&input, sizeof input, "input");
    many_others();
    char *block = malloc(8);
    many_others();
    if (input)
        free(block);
    block = NULL;
    return 0;
}
