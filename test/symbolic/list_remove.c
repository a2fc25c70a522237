// A node is removed from a list by a symbolic position; forgetting to relink at the head uses a freed node.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 3; i > 0; i--) {
        struct node *node = malloc(sizeof *node);
        *node = (struct node){i, head};
        head = node;
    }
    int position = klee_range(0, 3, "position");
    struct node *previous = NULL, *node = head;
    for (int i = 0; i < position; i++) {
        previous = node;
        node = node->next;
    }
    if (previous)
        previous->next = node->next;
    free(node); // the bug: head stays when there is no previous
    int sum = 0;
    for (node = head; node; node = node->next)
        sum += node->value;
    if (sum == 4)
        puts("the second is gone");
    else
        puts("the third is gone");
    free(head->next);
    free(head);
    return sum;
}
