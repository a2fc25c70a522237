// expect: unreach-call true
// expect: termination true
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), sum = 0;
    __VERIFIER_assume(x < 5);
    for (unsigned i = 0; i <= x; i++) sum += i;
    if (2 * sum != x * (x + 1)) reach_error();
    return 0;
}
