// expect: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
struct node {
    int value;
    struct node *next;
};
/* What all blocks of the list have in common, but for the last one as long as it is not written to: it has no bound. */
int main(void) {
    int mode = __VERIFIER_nondet_int();
    struct node *first = malloc(sizeof *first), *last = first;
    while (__VERIFIER_nondet_int()) {
        last->value = mode ? 1 : 2;
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    last->value = 3;
    last->next = 0;
    for (struct node *p = first; p; p = p->next)
        if (p->value != 3 && p->value != (mode ? 1 : 2)) reach_error();
    return 0;
}
