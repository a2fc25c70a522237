// expect: unreach-call true
// expect: no-overflow true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* A shift too far gives some number or other. */
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), shifted = 1u << n, low = shifted & 7;
    if (low > 7) reach_error();
    if (n < 3 && low == 0) reach_error();
    return 0;
}
