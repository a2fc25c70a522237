// Lists: insertion sort, merge sort, reversal in groups, cycle detection, doubly linked removal by pointer to pointer.
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
static struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); n->v = v, n->next = l; return n; }
static void show(const struct node *l) { for (; l; l = l->next) printf("%d ", l->v); printf("\n"); }
static struct node *merge(struct node *a, struct node *b)
{
    struct node *head = NULL, **tail = &head;
    while (a && b) {
        struct node **less = a->v <= b->v ? &a : &b;
        *tail = *less, *less = (*less)->next, tail = &(*tail)->next;
    }
    *tail = a ? a : b;
    return head;
}
static struct node *sort(struct node *l)
{
    if (!l || !l->next)
        return l;
    struct node *slow = l, *fast = l->next;
    while (fast && fast->next)
        slow = slow->next, fast = fast->next->next;
    struct node *second = slow->next;
    slow->next = NULL;
    return merge(sort(l), sort(second));
}
static struct node *insertion(struct node *l)
{
    struct node *sorted = NULL;
    while (l) {
        struct node *n = l, **at = &sorted;
        l = l->next;
        while (*at && (*at)->v < n->v)
            at = &(*at)->next;
        n->next = *at, *at = n;
    }
    return sorted;
}
static struct node *reverse(struct node *l, struct node *done)
{
    if (!l)
        return done;
    struct node *rest = l->next;
    l->next = done;
    return reverse(rest, l);
}
static void remove_if(struct node **at, int divisor)
{
    while (*at)
        if ((*at)->v % divisor == 0) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
        } else
            at = &(*at)->next;
}
static int cyclic(const struct node *l)
{
    const struct node *slow = l, *fast = l;
    while (fast && fast->next) {
        slow = slow->next, fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 0;
}

int main(void)
{
    struct node *l = NULL, *last = NULL;
    for (int i = 0; i < 20; i++) {
        l = push(l, i * 37 % 23);
        if (!last)
            last = l;
    }
    show(l);
    printf("%d ", cyclic(l));
    last->next = l;
    printf("%d\n", cyclic(l));
    last->next = NULL;
    l = sort(l);
    show(l);
    l = reverse(l, NULL);
    show(l);
    remove_if(&l, 3);
    show(l);
    l = insertion(l);
    show(l);
    remove_if(&l, 1);
    printf("%d\n", l == NULL);
    return 0;
}
