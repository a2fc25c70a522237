// expect: valid-memsafety false(valid-deref) line 11
// harness: address
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    double d = __VERIFIER_nondet_double();
    int *p = malloc(200 * sizeof *p);
    if (!p) return 1;
    if (d == 0.5 && n > 198) p[n] = 1;
    free(p);
    return 0;
}
