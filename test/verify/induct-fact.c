// expect: unreach-call true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* What holds depends on something that the loop does not change. */
int main(void) {
    unsigned x = 0, y = __VERIFIER_nondet_uint();
    while (x < 99) x += y % 2 == 0 ? 2 : 1;
    if (x % 2 != y % 2) reach_error();
    return 0;
}
