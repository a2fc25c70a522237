// expect: points p a
// expect: points p b
#include <stdint.h>

struct node { uintptr_t link; };
static struct node a, b;

int main(void) {
    uintptr_t link = (uintptr_t)&a ^ (uintptr_t)&b;
    struct node *p = (struct node *)(link ^ (uintptr_t)&a);
    return p->link == 0;
}
