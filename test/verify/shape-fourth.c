// expect: unreach-call false(unreach-call) line 21
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next, *prev; int data; };
/* Only a list with four nodes shows it: the length is forgotten, but what it can be is not. */
int main(void) {
    struct node *list = NULL, *p;
    int length = 0;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        p->prev = NULL;
        p->next = list;
        p->data = 1;
        if (list) list->prev = p;
        list = p;
    }
    for (p = list; p; p = p->next) {
        if (p->next && p->next->prev != p) p->data = 2;
        if (p->prev && p->prev->prev && p->prev->prev->prev && !p->next) {
            reach_error();
        }
    }
    return p != NULL;
}
