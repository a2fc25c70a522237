// expect: valid-memsafety true
// expect: unreach-call true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; int data; };
/* A list of any length: ones, then twos, then one three; gone through, reversed, freed. */
int main(void) {
    struct node *list = malloc(sizeof *list), *p = list, *reversed = NULL;
    while (__VERIFIER_nondet_int()) {
        p->data = 1;
        p->next = malloc(sizeof *p);
        p = p->next;
    }
    while (__VERIFIER_nondet_int()) {
        p->data = 2;
        p->next = malloc(sizeof *p);
        p = p->next;
    }
    p->data = 3;
    p->next = NULL;
    for (p = list; p->data == 1; p = p->next);
    for (; p->data == 2; p = p->next);
    if (p->data != 3 || p->next) reach_error();
    while (list) {
        p = list->next;
        list->next = reversed;
        reversed = list;
        list = p;
    }
    if (!reversed || reversed->data != 3) reach_error();
    while (reversed) {
        p = reversed->next;
        if (p && p->data == 3) reach_error();
        free(reversed);
        reversed = p;
    }
    return 0;
}
