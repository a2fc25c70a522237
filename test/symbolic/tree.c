// A search tree built from three symbolic digits; its height is printed.
#include "harness.h"
#include <stdio.h>

struct node {
    int key;
    struct node *child[2];
};

static struct node *insert(struct node *root, struct node *node) {
    if (!root)
        return node;
    int side = node->key > root->key; // a symbolic index into child
    root->child[side] = insert(root->child[side], node);
    return root;
}

static int height(const struct node *node) {
    if (!node)
        return 0;
    int left = height(node->child[0]), right = height(node->child[1]);
    if (left > right)
        return left + 1;
    return right + 1;
}

int main(void) {
    struct node nodes[3] = {0}, *root = NULL;
    for (int i = 0; i < 3; i++) {
        nodes[i].key = klee_range(0, 6, "key");
        root = insert(root, &nodes[i]);
    }
    if (height(root) == 2) {
        puts("balanced");
        return 2;
    }
    puts("a line");
    return 3;
}
