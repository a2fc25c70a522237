// expect: unreach-call false(unreach-call) line 10
// harness: 10
// inputs: 6 -3
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
void reach_error(void) {} /* with a body of its own: the call counts */
int main(void) {
    int x = __VERIFIER_nondet_int();
    short y = __VERIFIER_nondet_short();
    if (x == 6 && y == -3) reach_error();
    return 0;
}
