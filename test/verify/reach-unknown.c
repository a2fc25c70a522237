// expect-32: unreach-call unknown .*reach-unknown\.c:[89]
// expect-64: termination unknown .*reach-unknown\.c:[89]
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A loop without a bound: paths are left. */
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int())
        x += __VERIFIER_nondet_int() > 0 ? 2 : 4;
    if (x % 2) reach_error();
    return 0;
}
