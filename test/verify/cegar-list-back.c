// expect-64: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
struct node {
    struct node *next, *previous;
};
/* What a block says of the block that it points to: that this one points back (the second level of the analysis of heaps). */
int main(void) {
    struct node *first = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = first;
        node->previous = 0;
        if (first) first->previous = node;
        first = node;
    }
    for (struct node *p = first; p; p = p->next)
        if (p->next && p->next->previous != p) reach_error();
    return 0;
}
