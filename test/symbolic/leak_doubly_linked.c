// A doubly linked list: the links back keep nothing once the way in is lost; a link may lead past its neighbour.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next, *before;
};

static struct node *head;

static void build(int skip, int cut) {
    struct node *nodes[4], *ends[3];
    for (int i = 0; i < 4; i++)
        nodes[i] = calloc(1, sizeof *nodes[i]);
    for (int i = 0; i < 3; i++)
        nodes[i]->next = nodes[i + 1];
    for (int i = 1; i < 4; i++)
        nodes[i]->before = nodes[i - 1];
    ends[0] = nodes[1];
    ends[1] = nodes[2];
    ends[2] = nodes[0];
    nodes[0]->next = ends[skip]; /* the first node leads to the second, over it, or to itself */
    if (cut)
        nodes[2]->before = NULL;
    head = nodes[0];
}

int main(void) {
    int skip = klee_range(0, 3, "skip"), cut = klee_range(0, 2, "cut");
    build(skip, cut);
    if (skip == 2)
        puts("to itself");
    return 0;
}
