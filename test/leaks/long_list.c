// A list whose head is lost for some inputs costs no more than its length.
// paths: 2
// found: leak:14
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next, *before;
};
static struct node *head;

static void build(int way) {
    for (int i = 0; i < 3000; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->before = NULL;
        if (head)
            head->before = node;
        head = node;
    }
    struct node *ways[2] = {head, NULL};
    head = ways[way];
}

int main(void) {
    build(klee_range(0, 2, "way"));
    return 0;
}
