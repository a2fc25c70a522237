// expect: valid-memsafety false(valid-memtrack) line 6
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* The value is missing: what is freed is any pointer. That the block is lost says more. */
static char *make(void) {
    char *p = malloc(1);
    if (__VERIFIER_nondet_int()) return p;
}
int main(void) {
    char *p = make();
    if (p) free(p);
    return 0;
}
