// expect: points c x
// expect: points q heap:10
// expect: disjoint p q
#include <stdlib.h>

static int x;

int main(void) {
    int **p = malloc(sizeof *p); p[0] = &x;
    int **q = realloc(p, 2 * sizeof *q);
    int *c = q[0];
    return *c;
}
