// expect: valid-memsafety false(valid-deref) line 12
extern int __VERIFIER_nondet_int(void);
/* The end of the string may be overwritten. */
int main(void) {
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 1) n = 1;
    if (k < 0 || k >= n) k = 0;
    char *s = __builtin_alloca(n);
    s[n - 1] = 0;
    s[k] = 1;
    int i = 0;
    while (s[i]) i++;
    return i;
}
