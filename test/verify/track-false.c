// expect: valid-memsafety false(valid-memtrack) line 9
// harness: address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
char *volatile kept;
/* The first block is lost when its only pointer is overwritten. */
int main(void) {
    for (int i = 0; i < 2; i++) {
        kept = malloc(8);
        if (i == 1 || __VERIFIER_nondet_int() != 5) free(kept);
    }
    return 0;
}
