// expect: valid-memsafety true
// expect: valid-memcleanup false(valid-memcleanup) line 9
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void give_up(void) { exit(1); }
/* exit keeps what the frames hold; abort too, and what is not freed there is nobody's fault. */
int main(void) {
    if (__VERIFIER_nondet_int()) abort();
    char *p = malloc(3);
    if (__VERIFIER_nondet_int()) give_up();
    free(p);
    return 0;
}
