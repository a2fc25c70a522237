// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* What a variable is modulo a number that is no power of two, and bounds that no comparison names: by the analysis of the
 * program, checked by induction. */
int main(void) {
    unsigned x = 1;
    int k = 0;
    while (__VERIFIER_nondet_int()) {
        if (x > 4000000u) break;
        x += 3;
    }
    if (x % 3 != 1) reach_error();
    for (int i = 0; i < 1000000; i++) {
        if (__VERIFIER_nondet_int()) k += 6;
        if (k > 600) k = 6;
    }
    if (k % 6 || k > 600) reach_error();
    return 0;
}
