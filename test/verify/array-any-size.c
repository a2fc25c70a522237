// expect: valid-memsafety true
// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Arrays of any size, on the stack and on the heap, and loops over them. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 2147483647 / (int)sizeof(int)) n = 1;
    int *a = __builtin_alloca(n * sizeof(int)), *b = __builtin_malloc(n * sizeof(int)), *z = __builtin_calloc(n, sizeof(int));
    for (int i = 0; i < n; i++) a[i] = i;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) a[j] = a[j - 1];
    for (int i = n; i-- > 0;) b[i] = a[n - 1 - i];
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < n && z[k] != 0) reach_error();
    if (0 <= k && k < n) z[k] = 7;
    if (0 <= k && k < n && z[k] != 7) reach_error();
    __builtin_free(b);
    __builtin_free(z);
    return 0;
}
