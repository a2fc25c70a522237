// expect: unreach-call true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; int data; };
/* Nodes of two kinds that alternate, told apart into two lists. */
int main(void) {
    struct node *p = malloc(sizeof *p), *all = p, *ones = NULL, *twos = NULL;
    int is_odd = 1;
    while (__VERIFIER_nondet_int()) {
        p->data = is_odd ? 1 : 2;
        is_odd = !is_odd;
        p->next = malloc(sizeof *p);
        p = p->next;
    }
    p->data = 3;
    is_odd = 1;
    while (all->data != 3) {
        p = all;
        all = all->next;
        if (is_odd) {
            p->next = ones;
            ones = p;
        } else {
            p->next = twos;
            twos = p;
        }
        is_odd = !is_odd;
    }
    for (p = ones; p; p = p->next)
        if (p->data != 1) reach_error();
    for (p = twos; p; p = p->next)
        if (p->data != 2) reach_error();
    return 0;
}
