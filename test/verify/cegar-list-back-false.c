// expect: unreach-call false(unreach-call) line 20
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
struct node {
    struct node *next, *previous;
};
/* The last block does not point back. */
int main(void) {
    struct node *first = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = first;
        node->previous = 0;
        if (first && first->next) first->previous = node;
        first = node;
    }
    for (struct node *p = first; p; p = p->next)
        if (p->next && p->next->previous != p) reach_error();
    return 0;
}
