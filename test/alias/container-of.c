// expect: points c x
// expect: points owner item
#include <stddef.h>

struct link { struct link *next; };
struct item { int *value; struct link link; };
static int x;
static struct item item;

int main(void) {
    item.value = &x;
    struct link *l = &item.link;
    struct item *owner = (struct item *)((char *)l - offsetof(struct item, link));
    int *c = owner->value;
    return *c;
}
