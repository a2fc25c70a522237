// expect: unreach-call true
// expect: no-overflow unknown .*
// flags: --engine=recursion
/* The program around the recursion has a loop without a bound, and the recursion counts in a global variable. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned calls;
static int sum(int n, int m) {
    calls++;
    if (n <= 0) return n + m;
    return sum(n - 1, m + 1);
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        if (sum(a, b) != a + b) reach_error();
    }
    return 0;
}
