// expect: valid-memsafety false(valid-memtrack) line 6
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* Lost before the program aborts. */
int main(void) {
    char *p = malloc(3);
    p = NULL;
    abort();
}
