/* Nothing but pointers: a ring of nodes is threaded in a scattered order and followed round and round,
 * each step loading one pointer and storing another. Measures what a pointer in memory costs. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next, *seen;
};

int main(void)
{
    enum { NODES = 4096, ROUNDS = 4000 };
    struct node *nodes = calloc(NODES, sizeof *nodes), *at = nodes, *last = NULL;
    for (unsigned i = 0; i < NODES; i++) nodes[i * 1597 % NODES].next = &nodes[(i + 1) * 1597 % NODES];
    for (long step = 0; step < (long)NODES * ROUNDS; step++) {
        at->seen = last;
        last = at;
        at = at->next;
    }
    printf("%ld %ld\n", (long)(at - nodes), (long)(last - nodes));
    free(nodes);
    return 0;
}
