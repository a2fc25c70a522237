// expect-32: unreach-call unknown .*reach-unknown\.c:([89]|1[0-9])
// expect-64: termination unknown .*reach-unknown\.c:([89]|1[0-9])
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A loop without a bound, and an invariant that is not linear: paths are left, and nothing is proved. */
int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        y += x;
        x += 1;
    }
    if (2 * y != x * (x - 1)) reach_error();
    return 0;
}
