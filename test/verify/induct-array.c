// expect: valid-memsafety true
extern int __VERIFIER_nondet_int(void);
/* A pointer through an array of which nothing else is known, for any number of rounds. */
int main(void) {
    int a[100], *p = a, n = __VERIFIER_nondet_int();
    for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        if (p < a + 99 && *p > n) p++;
        else p = a;
        *p = n;
    }
    return 0;
}
