// expect: unreach-call true
// flags: --engine=recursion
/* Two functions that call each other: a claim of one rests on claims of the other. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned odd(unsigned n);
static unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (even(n) + odd(n) != 1) reach_error();
    return 0;
}
