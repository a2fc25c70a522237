// expect: valid-memsafety false(valid-deref) line 9
// harness: address
extern int __VERIFIER_nondet_int(void);
/* One too far, in an array of any size. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 2147483647 / (int)sizeof(int)) n = 1;
    int *a = __builtin_alloca(n * sizeof(int));
    for (int i = 0; i <= n; i++) a[i] = i;
    return 0;
}
