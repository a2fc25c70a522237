// expect: valid-memsafety false(valid-free) line 22
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; char *data; };
/* One block for all nodes is no block of each of them. */
int main(void) {
    struct node *list = NULL, *p;
    char *shared = malloc(3);
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        p->data = shared;
        p->next = list;
        list = p;
    }
    if (!list) free(shared);
    shared = NULL;
    for (p = list; p && p->next && p->next->next && __VERIFIER_nondet_int(); p = p->next)
        ;
    while (list) {
        p = list->next;
        if (list->data)
            free(list->data);
        free(list);
        list = p;
    }
    return 0;
}
