// Two lists share a tail; a symbolic choice frees it through one and walks the other.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *tail = malloc(sizeof *tail);
    *tail = (struct node){3, NULL};
    struct node first = {1, tail}, second = {2, tail};
    int choice = klee_range(0, 4, "choice");
    if (choice >= 2) {
        free(first.next);
        first.next = NULL;
    }
    struct node *walk = &first;
    if (choice & 1)
        walk = &second;
    int sum = 0;
    for (; walk; walk = walk->next)
        sum += walk->value; // freed for choice 3
    if (choice < 2)
        free(tail);
    if (sum > 1)
        puts("long");
    else
        puts("short");
    return sum;
}
