// expect: valid-memsafety false(valid-free) line 8
// expect: unreach-call unknown .*pointer of unknown value.*nondet-pointer\.c:8
#include <stdlib.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (!p) return 1;
    free(p);
    return 0;
}
