// A doubly linked list that keeps the exclusive or of both neighbours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int value; uintptr_t both; };
static struct node *step(struct node *previous, struct node *at) { return (struct node *)(at->both ^ (uintptr_t)previous); }

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->both = (uintptr_t)head;
    if (head)
        head->both ^= (uintptr_t)node;
    return node;
}

static struct node *walk(struct node *from, int print)
{
    struct node *previous = 0, *at = from;
    while (at) {
        if (print)
            printf("%d ", at->value);
        struct node *next = step(previous, at);
        previous = at, at = next;
    }
    if (print)
        printf("\n");
    return previous;
}

int main(void)
{
    static struct node *head, *tail;
    for (int i = 1; i <= 10; i++)
        head = push(head, i * i);
    tail = walk(head, 1);
    walk(tail, 1);
    printf("%d\n", walk(tail, 0) == head);
    struct node *previous = 0, *at = head;
    while (at) {
        struct node *next = step(previous, at);
        free(previous);
        previous = at, at = next;
    }
    free(previous);
    int a = 1, b = 2, *p = &a, *q = &b;
    uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;
    x ^= y, y ^= x, x ^= y;
    p = (int *)x, q = (int *)y;
    printf("%d %d\n", *p, *q);
    return 0;
}
