// expect: disjoint main.p main.q
// expect: may-alias r main.p
#include <stdlib.h>

static void *xmalloc(size_t n) {
    void *p = malloc(n);
    if (!p) abort();
    return p;
}

static int *new_int(int value) {
    int *p = xmalloc(sizeof *p);
    *p = value;
    return p;
}

int main(void) {
    int *p = new_int(1);
    int *q = new_int(2);
    int *r = p;
    return *p + *q + *r;
}
