// expect: valid-memsafety unknown .*assumption
#include <stdlib.h>
extern void __VERIFIER_assume(int);
/* A run that ends in an assumption waits for ever; what it lost before is lost. */
int main(void) {
    char *p = malloc(1);
    p = NULL;
    __VERIFIER_assume(p != NULL);
    return 0;
}
