// expect: unreach-call true
// flags: --engine=cegar
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The invariant is an equality that no comparison of the program says. */
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
    for (unsigned i = 0; i < n; i++) {
        x += 3;
        y += 3;
    }
    if (x != y) reach_error();
    return 0;
}
