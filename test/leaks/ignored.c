// What was allocated in a function, or at a place, that is to be ignored is never lost, and neither is what it leads to.
// run: --ignore-leaks=keep,ignored.c:21
// found: leak:22
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *keep(void) {
    struct node *first = malloc(sizeof *first);
    first->next = NULL;
    return first;
}

int main(void) {
    int x = klee_int("x");
    struct node *kept = keep();
    kept->next = malloc(sizeof(struct node));
    char *other = malloc(3);
    char *lost = x == 1 ? malloc(5) : NULL;
    if (x == 2) free(other);
    return lost != NULL;
}
