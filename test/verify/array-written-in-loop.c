// expect: unreach-call false(unreach-call) line 10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* An object that is an array already when the loop begins changes in it. */
int main(void) {
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    a[i % 8] = 0;
    while (__VERIFIER_nondet_int()) a[(unsigned)__VERIFIER_nondet_int() % 8] = 5;
    if (a[k % 8] == 5) reach_error();
    return 0;
}
