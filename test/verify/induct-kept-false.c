// expect: unreach-call false(unreach-call) line 15
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* What a place was at the entry may be any number, also one that the loop writes. */
int main(void) {
    int *p = malloc(2 * sizeof *p), rounds = 0;
    int before = p[0];
    p[1] = 0;
    while (__VERIFIER_nondet_int()) {
        if (p[0] == 7) p[1] = 1;
        if (rounds == 2) p[0] = 7;
        if (rounds < 3) rounds++;
    }
    if (p[1] == 1 && before != 7) reach_error();
    free(p);
    return 0;
}
