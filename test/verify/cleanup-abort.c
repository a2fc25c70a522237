// expect: valid-memcleanup true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(3);
    if (__VERIFIER_nondet_int()) abort();
    free(p);
    return 0;
}
