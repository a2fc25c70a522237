// expect: valid-memsafety true
// expect: valid-memcleanup true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *next; char *text; };
struct outer { struct outer *next; struct inner *list; struct outer *self; };
static struct outer *all;
/* Each node has a list of its own, and each of its nodes a block of its own. */
static void add_inner(struct inner **list) {
    struct inner *new = malloc(sizeof *new);
    new->text = malloc(7);
    new->text[0] = 0;
    new->next = *list;
    *list = new;
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct outer *new = calloc(1, sizeof *new);
        do add_inner(&new->list);
        while (__VERIFIER_nondet_int());
        new->self = new;
        new->next = all;
        all = new;
    }
    while (all) {
        struct outer *next = all->self->next;
        while (all->list) {
            struct inner *rest = all->list->next;
            free(all->list->text);
            free(all->list);
            all->list = rest;
        }
        free(all);
        all = next;
    }
    return 0;
}
