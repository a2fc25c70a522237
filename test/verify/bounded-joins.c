// Forty branches, each joined again: one state, not 2^40 paths. Blocks and inputs that only one of the ways made are merged.
// flags: --engine=bounded
// expect: unreach-call true
// expect: valid-memsafety true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int sum = 0, *last = NULL;
    for (int i = 0; i < 40; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > i) {
            sum += 2;
        } else {
            int y = __VERIFIER_nondet_int();
            sum += y > x ? 3 : 1;
        }
        if (x == 1000 + i) {
            free(last);
            last = malloc(sizeof *last);
            *last = i;
        }
        if (last && *last > i) reach_error();
    }
    free(last);
    if (sum < 40 || sum > 120) reach_error();
    return 0;
}
