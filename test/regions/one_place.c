// One place reached by offsetof arithmetic, container_of, a cast, an index of two dimensions that carries, a union.
#include <klee/klee.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct node { int key; struct { short low, high; } pair; char name[8]; };
union word { unsigned whole; unsigned char bytes[4]; struct { unsigned a : 4, b : 12, c : 16; } bits; };

int main(void) {
    struct node n = {.key = 1};
    short *high = &n.pair.high;
    struct node *back = (struct node *)((char *)high - offsetof(struct node, pair.high));
    back->key = 5;
    *(short *)((char *)&n + offsetof(struct node, pair.low)) = 7;
    int m[3][4];
    memset(m, 0, sizeof m);
    int (*flat)[12] = (int (*)[12])m;
    (*flat)[1 * 4 + 2] = 9;
    union word w;
    w.whole = 0;
    w.bits.b = 0xabc;
    if (w.bytes[1] != 0xab || n.key != 5 || n.pair.low != 7 || m[1][2] != 9) abort();
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 12);
    (*flat)[i] = 3;
    if (n.key != 5) abort();
    if (m[1][2] != 9 && i != 6) abort();
    return m[0][0];
}
/* finds: nothing */
