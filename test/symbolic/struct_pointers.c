// Pointers in structures: a symbolic choice of a structure, then of what it points to.
#include "harness.h"
#include <stdio.h>

struct leaf {
    short weight;
    char name;
};
struct node {
    char tag;
    struct leaf *left, *right;
};

int main(void) {
    struct leaf leaves[3] = {{10, 'a'}, {20, 'b'}, {30, 'c'}};
    struct node nodes[2] = {{'x', &leaves[0], &leaves[1]}, {'y', &leaves[2], NULL}};
    int i = klee_range(0, 2, "i");
    _Bool right = __VERIFIER_nondet_bool();
    struct leaf *leaf = nodes[i].left;
    if (right)
        leaf = nodes[i].right;
    if (leaf->weight > 15) // null for i == 1 and right
        puts("heavy");
    else
        puts("light");
    if (leaf->name == 'c')
        return 3;
    return 0;
}
