// A struct copy is a snapshot: what happens to the original later does not show in it, nor the other way round.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct large { int head; char items[1500]; int *link; };
static struct large kept;

int main(void) {
    int value = 1;
    struct large a, b;
    memset(&a, 0, sizeof a);
    a.head = 1;
    a.items[1499] = 'x';
    a.link = &value;
    b = a;
    a.head = 2;
    a.items[10] = 'y';
    b.items[11] = 'z';
    kept = b;
    *b.link = 4;
    memset(&b, 1, sizeof b);
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 1500);
    kept.items[i] = 'w';
    struct large c = kept;
    kept.items[1499] = 0;
    if (c.head != 1 || c.link != &value || value != 4) abort();
    if (c.items[1499] != 'x' && i != 1499) abort();
    if (c.items[10] != 0 && i != 10) abort();
    if (c.items[11] != 'z' && i != 11) abort();
    if (c.items[i] != 'w') abort();
    if (a.items[10] != 'y' || a.head != 2 || b.head != 0x01010101) abort();
    return 0;
}
/* finds: nothing */
/* stats: 0 got bytes */
