// expect: valid-memsafety true
extern int __VERIFIER_nondet_int(void);
/* Strings of any length. */
static void copy(char *to, const char *from) {
    while ((*to++ = *from++) != 0) continue;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1) n = 1;
    if (m < n) return 0;
    char *s = __builtin_malloc(n), *t = __builtin_malloc(m);
    s[n - 1] = 0;
    copy(t, s);
    int length = 0;
    for (char *p = s; *p; p++) length++;
    __builtin_free(t);
    __builtin_free(s);
    return length;
}
