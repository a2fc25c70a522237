// An array of length 1 at the end of a struct stands for as many elements as were allocated.
// expect: points p x
// expect: groups cells heap:16.count == heap:16.items
// expect: groups dsa heap:16.count == heap:16.items
#include <stdlib.h>

struct item { int n; int *p; };
struct list { long count; struct item items[1]; };

static int x;

static int *second(struct list *l) { return l->items[1].p; }

int main(void) {
    enum { COUNT = 3 };
    struct list *l = malloc(sizeof *l + (COUNT - 1) * sizeof(struct item));
    l->count = COUNT;
    for (int i = 0; i < l->count; i++) l->items[i].n = i, l->items[i].p = &x;
    int *p = second(l);
    return *p + l->items[2].n - 2;
}
