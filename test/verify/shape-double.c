// expect: valid-memsafety true
// expect: unreach-call true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link { struct link *next, *prev; };
struct item { int data; struct link link; };
#define ITEM(l) ((struct item *)((char *)(l) - __builtin_offsetof(struct item, link)))
/* A ring around its head, with links inside of the items: grows at both ends, shrinks in the middle. */
int main(void) {
    struct link head = {&head, &head}, *l;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        struct link *before = __VERIFIER_nondet_int() ? &head : head.prev;
        item->data = 5;
        item->link.prev = before;
        item->link.next = before->next;
        before->next->prev = &item->link;
        before->next = &item->link;
    }
    for (l = head.next; l != &head; l = l->next)
        if (ITEM(l)->data != 5 || l->next->prev != l || l->prev->next != l) reach_error();
    l = head.next;
    while (l != &head && __VERIFIER_nondet_int()) l = l->next;
    if (l != &head) {
        l->prev->next = l->next;
        l->next->prev = l->prev;
        free(ITEM(l));
    }
    while (head.prev != &head) {
        l = head.prev;
        head.prev = l->prev;
        l->prev->next = &head;
        free(ITEM(l));
    }
    if (head.next != &head) reach_error();
    return 0;
}
