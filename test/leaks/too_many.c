// Blocks of which each may lead to each: more than is decided, which is said.
// cut: ends at which leaks were not decided: 1
// found:
#include <klee/klee.h>
#include <stdlib.h>

enum { COUNT = 48 };
struct node {
    struct node *next;
};
static struct node *root;

static void build(int x) {
    struct node *all[COUNT];
    for (int i = 0; i < COUNT; i++)
        all[i] = malloc(sizeof *all[i]);
    for (int i = 0; i < COUNT; i++)
        all[i]->next = all[(x + 5 * i) % COUNT];
    root = all[x];
}

int main(void) {
    build(klee_range(0, COUNT, "x"));
    return 0;
}
