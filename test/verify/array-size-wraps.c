// expect-32: valid-memsafety false(valid-deref) line 9
// expect-64: valid-memsafety unknown sizes beyond the capacity of a block.*
extern int __VERIFIER_nondet_int(void);
/* In 32 bits the size wraps around; in 64 bits it may be more than a block can have. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1) n = 1;
    int *a = __builtin_alloca(n * sizeof(int));
    a[n - 1] = 0;
    return 0;
}
