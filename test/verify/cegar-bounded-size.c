// Of a size that the program bounds there is always enough.
// flags: --engine=cegar
// expect: unreach-call true
#include <stdlib.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000) return 0;
    char *block = malloc(n), *other = calloc(n, n);
    if (!block || !other) reach_error();
    return 0;
}
