// expect: valid-memsafety false(valid-free) line 8
// expect: unreach-call true
#include <stdlib.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (!p) return 1;
    free(p);
    return 0;
}
