// expect: unreach-call true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* States that do not become one come to loops side by side: where one has to be run for all rounds, the other goes on. */
int main(void) {
    int *p = 0, *q = 0, sum = 0;
    if (__VERIFIER_nondet_int()) p = malloc(8);
    if (__VERIFIER_nondet_int()) q = malloc(16);
    for (int i = 0; i < 6; i++) {
        sum++;
        for (int k = 0; k < 3; k++) sum += k == 1 ? 2 : 0;
        if (p && __VERIFIER_nondet_int()) sum = 0;
    }
    while (__VERIFIER_nondet_int()) sum = q ? 1 : 0;
    if (sum < 0) reach_error();
    free(p);
    free(q);
    return 0;
}
