// Rings of one, two and three blocks whose only root may be null: a ring does not keep itself.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    char value;
};

static struct node *root;

static struct node *ring_of(int count) {
    struct node *first = calloc(1, sizeof *first), *last = first;
    for (int i = 1; i < count; i++) {
        last->next = calloc(1, sizeof *last);
        last = last->next;
    }
    last->next = first;
    return first;
}

int main(void) {
    int count = klee_range(1, 4, "count"), way = klee_range(0, 4, "way");
    struct node *ring = ring_of(count), *ways[4] = {ring, ring->next, NULL, (struct node *)&ring->value};
    root = ways[way];
    if (count == 3)
        puts("three");
    return 0;
}
