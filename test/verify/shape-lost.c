// expect: valid-memsafety false(valid-memtrack) line 9
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
/* The nodes in the middle are lost: nothing may be said to cover a state with a lost block that has none. */
int main(void) {
    struct node *list = NULL, *p, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        p->next = list;
        list = p;
    }
    for (p = list; p; p = p->next) last = p;
    list = last;
    while (__VERIFIER_nondet_int())
        ;
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}
