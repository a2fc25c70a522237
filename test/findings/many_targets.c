// A pointer to one of 600 blocks: filled, copied to and from, freed, called through.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 600 };
struct block {
    int value[4];
    int (*get)(const struct block *);
};
static int first(const struct block *block) { return block->value[0]; }

int main(void) {
    static struct block *blocks[COUNT];
    unsigned short i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    if (i >= COUNT || j >= COUNT)
        return 0;
    for (int k = 0; k < COUNT; k++) {
        blocks[k] = malloc(sizeof *blocks[k]);
        *blocks[k] = (struct block){{k, 2, 3, 4}, first};
    }
    memset(blocks[i]->value, 1, sizeof blocks[i]->value);
    struct block copy;
    memcpy(&copy, blocks[j], sizeof copy);
    int got = blocks[j]->get(blocks[j]);
    if (copy.value[0] != got)
        abort();
    free(blocks[i]);
    return blocks[j]->value[1] == 0; // the bug: i may be j
}
