// Allocation does not fail, unless more is asked for than there can be: what then happens is not known.
// flags: --engine=cegar
// expect: unreach-call unknown sizes beyond the capacity of a block
#include <stdlib.h>

extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    char *block = malloc(__VERIFIER_nondet_ulong());
    if (!block) reach_error();
    return 0;
}
