// expect: unreach-call false(unreach-call) line 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* What realloc adds is any value, and not one value for all of it. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) n = 1;
    char *a = __builtin_calloc(n, 1);
    if (!a) return 0;
    a = __builtin_realloc(a, 2000);
    for (int i = 0; i < n && i < 2; i++)
        if (a[i]) return 0;
    if (n < 1500 && a[1500] == 1 && a[1501] == 2) reach_error();
    return 0;
}
