// expect: valid-memsafety false(valid-free) line 9
// harness: address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(4);
    int x = __VERIFIER_nondet_int();
    if (x == 77) free(p);
    free(p);
    return 0;
}
