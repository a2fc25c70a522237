// expect: unreach-call false(unreach-call) line 21
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
struct node {
    int value;
    struct node *next;
};
/* Not all blocks are alike: the third one is not. */
int main(void) {
    struct node *list = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = ++count == 3 ? 2 : 1;
        node->next = list;
        list = node;
    }
    for (; list; list = list->next)
        if (list->value != 1) reach_error();
    return 0;
}
