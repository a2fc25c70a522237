// Which of the blocks is lost is a matter of the input; the one that a list hangs on is named.
// found: leak:18 leak:19 leak:25
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static struct node *root;

static void release(struct node **which, int i) {
    free(which[i]);
    which[i] = NULL;
}

static void build(int x, int y) {
    struct node *some[3];
    some[0] = malloc(sizeof *root);
    some[1] = malloc(sizeof *root);
    some[0]->next = some[1]->next = NULL;
    if (x < 2) {
        release(some, x);
        return;
    }
    some[2] = malloc(sizeof *root);
    some[2]->next = some[0];
    free(some[1]);
    root = y ? some[2] : some[0];
}

int main(void) {
    int x = klee_range(0, 3, "x"), y = klee_range(0, 2, "y");
    build(x, y);
    return 0;
}
