// expect: unreach-call unknown .*outside-size\.c:7
extern int __VERIFIER_nondet_int(void);
extern int *numbers(void);
extern void reach_error(void);
int main(void) {
    int *p = numbers(), i = __VERIFIER_nondet_int();
    if (p && p[i] == p[i] + 1) reach_error();
    return 0;
}
// flags: --engine=explore
