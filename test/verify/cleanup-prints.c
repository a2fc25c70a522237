// expect: valid-memcleanup true
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { /* the buffers of streams are not the program's to free */
    char *p = malloc(3);
    printf("a line\n");
    if (__VERIFIER_nondet_int()) fprintf(stderr, "%d\n", 7);
    free(p);
    return 0;
}
