// Figures 7, 8 and 9, in the data model of the paper: arithmetic on a pointer to fields collapses, a cast does not.
// expect-32: groups cells heap:18.prev == heap:18.next
// expect-32: groups cells heap:18.data == heap:18.next
// expect-32: groups cells heap:19.data == heap:18.next
// expect-32: groups cells heap:27.next == heap:28.prev
// expect-32: groups cells heap:27.data == heap:28.next
// expect-32: groups cells heap:27.prev != heap:27.next
// expect-32: groups cells heap:28.data != heap:28.next
// expect-32: groups cells heap:27.data != heap:27.next
#include <stdlib.h>

typedef struct list { struct list *prev, *next; int data; } list;
typedef struct dlist { struct dlist *prev, *next; } dlist;

static list **buz(int undef) {
    /* foo, and pointer arithmetic */
    list **p;
    list *k1 = malloc(sizeof(list));
    list *k2 = malloc(sizeof(list));
    k1->data = 1, k2->data = 2, k1->prev = k1->next = 0, k2->prev = k2->next = 0;
    p = undef < 0 ? &k1->next : &k2->prev;
    *(p + undef - 1) = 0;
    return p;
}

static dlist qux(int undef) {
    list *k1 = malloc(sizeof(list));
    list *k2 = malloc(sizeof(list));
    k1->data = 1, k2->data = 2, k1->prev = k1->next = 0, k2->prev = k2->next = 0;
    list **p = undef < 0 ? &k1->next : &k2->prev;
    dlist *q = (dlist *)p;
    return (dlist){q->prev, q->next};
}

int main(int argc, char **argv) {
    dlist d = qux(argc);
    return *buz(argc) == 0 && d.prev == d.next;
}
