// A block that is freed on one of two ways, and one that is made on one of them, used after the join.
// flags: --engine=bounded
// expect: valid-memsafety false(valid-deref) line 19
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p), *q = NULL;
    *p = 1;
    if (c > 5) {
        free(p);
    }
    if (d < 3) {
        q = malloc(sizeof *q);
        *q = 2;
    }
    int n = 0;
    if (c > 4) n = *p;
    if (q) n += *q;
    free(q);
    if (c <= 5) free(p);
    return n;
}
