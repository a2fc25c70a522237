// expect: disjoint main.p main.q
// expect: class heap:7@15 != heap:7@16
#include <stdlib.h>
#include <stdio.h>

static void *xmalloc(size_t n) {
    void *p = malloc(n);
    if (!p) abort();
    return p;
}

struct node { struct node *next; };

int main(void) {
    struct node *p = xmalloc(sizeof *p);
    struct node *q = xmalloc(sizeof *q);
    p->next = NULL;
    q->next = NULL;
    return p->next == q->next;
}
