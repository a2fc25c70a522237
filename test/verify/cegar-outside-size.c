// expect: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern int *numbers(void);
extern void reach_error(void);
/* Whatever stands there, it is not one more than itself. */
int main(void) {
    int *p = numbers(), i = __VERIFIER_nondet_int();
    if (p && p[i] == p[i] + 1) reach_error();
    return 0;
}
