// expect: points p heap:9
// expect: points q heap:10
// expect: disjoint p q
// expect: may-alias p r
// expect: class heap:9 != heap:10
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    int *q = malloc(4);
    int *r = p;
    *r = *p = *q = 0;
    free(p);
    free(q);
    return *r;
}
