// Figures 3, 4 and 6 of the paper on partitioned memory models, in its data model: foo and bar.
// expect-32: groups dsa heap:31.next == heap:32.prev
// expect-32: groups dsa heap:31.data == heap:32.next
// expect-32: groups dsa heap:31.prev != heap:31.next
// expect-32: groups cells heap:31.next == heap:32.prev
// expect-32: groups cells heap:31.data != heap:32.next
// expect-32: groups cells heap:31.prev != heap:31.next
// expect: groups dsa heap:20.prev == heap:20.next
// expect: groups dsa heap:20.data == heap:20.next
// expect: groups cells heap:20.prev == heap:20.next
// expect: groups cells heap:20.data != heap:20.next
// expect: groups steensgaard heap:20.data == heap:20.next
// expect: groups steensgaard-fields heap:20.data == heap:20.next
#include <stdlib.h>

typedef struct list { struct list *prev, *next; int data; } list;

/* Nothing is freed, so that each block is a block of its own to the end. */
static list **bar(int undef, list **p) {
    list *k = malloc(sizeof(list));
    k->data = 1;
    k->prev = 0, k->next = 0;
    p = undef < 0 ? &k->prev : &k->next;
    *p = k;
    return k->data ? p : NULL;
}



static list **foo(int undef, list **p) {
    list *k1 = malloc(sizeof(list));
    list *k2 = malloc(sizeof(list));
    k1->data = 1; k2->data = 2;
    k1->prev = 0, k1->next = 0, k2->prev = 0, k2->next = 0;
    p = undef < 0 ? &k1->next : &k2->prev;
    *p = k1;
    return p;
}

int main(int argc, char **argv) {
    list **x = bar(argc, NULL), **y = foo(argc, NULL);
    return *x == *y;
}
