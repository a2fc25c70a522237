// expect: points q x
// expect: points next y
#include <stdint.h>

struct node { struct node *next; int *value; };
static struct node x, y;

int main(void) {
    x.next = &y;
    uintptr_t tagged = (uintptr_t)&x | 1;
    struct node *q = (struct node *)(tagged & ~(uintptr_t)3);
    struct node *next = q->next;
    return next->value == 0;
}
