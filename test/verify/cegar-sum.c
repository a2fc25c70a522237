// expect: unreach-call true
// flags: --engine=cegar
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* One variable counts up what another counts down, from a number that is not known: their sum is guessed. */
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), left = n, done = 0;
    while (left) {
        left--;
        done++;
    }
    if (done != n) reach_error();
    return 0;
}
