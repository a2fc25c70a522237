// expect: unreach-call false(unreach-call) line 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* An error in a round that is neither the first nor far: no invariant may hide it. */
int main(void) {
    unsigned i = 0, x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 3;
        if (++i == 7) i = 0;
        if (x % 3) return 0;
        if (x == 30 && i == 3) reach_error();
    }
    return 0;
}
