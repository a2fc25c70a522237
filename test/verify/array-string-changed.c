// expect: valid-memsafety true
extern int __VERIFIER_nondet_int(void);
/* Characters of a string of any length are replaced: its end stays. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    char old = __VERIFIER_nondet_int(), fresh = __VERIFIER_nondet_int();
    if (n < 1) n = 1;
    char *s = __builtin_alloca(n);
    s[n - 1] = 0;
    for (char *p = s; *p; p++)
        if (*p == old) *p = fresh;
    int i = 0;
    while (s[i]) i++;
    return i;
}
