// expect: unreach-call false(unreach-call) line 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x <= 2147483000) return 0;
    if (x + 1000 < 0) reach_error();
    return 0;
}
