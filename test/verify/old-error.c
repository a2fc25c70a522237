// expect: old-unreach-call false(unreach-call) line 7
// expect: unreach-call true
extern void __VERIFIER_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
/* Which function is the error the property says. */
int main(void) {
    if (__VERIFIER_nondet_bool()) __VERIFIER_error();
    return 0;
}
