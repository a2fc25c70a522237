// expect: may-alias r p
// expect: may-alias r q
// expect: disjoint p q
// expect: class heap:9 == heap:10
// expect: class heap:9 != heap:11
#include <stdlib.h>

int main(int argc, char **argv) {
    int *p = malloc(4);
    int *q = malloc(4);
    int *other = malloc(4);
    int *r = argc > 1 ? p : q;
    *r = 1;
    *other = 2;
    return *p + *q;
}
