// Loops that end by what is assumed, without a bound of their own; one inside of the other; and recursion.
// flags: --engine=bounded
// expect: unreach-call true
// expect: termination true
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned depth(unsigned n) { return n ? 1 + depth(n - 1) : 0; }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), rounds = 0;
    __VERIFIER_assume(n < 7);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = i; k < n; k++) rounds++;
    if (rounds != n * (n + 1) / 2) reach_error();
    if (depth(n) != n) reach_error();
    return 0;
}
