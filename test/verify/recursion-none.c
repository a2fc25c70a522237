// expect: unreach-call unknown there is no recursion
// flags: --engine=recursion
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    if (__VERIFIER_nondet_int() == 7) reach_error();
    return 0;
}
