// expect: unreach-call false(unreach-call) line 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Natively the run goes on after the write, and what it has overwritten does not matter, if it is nobody's. */
int main(void) {
    int a[4], i = __VERIFIER_nondet_int();
    a[i] = 0;
    if (i > 3) reach_error();
    return 0;
}
