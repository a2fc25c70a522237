// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The next state is a number that the loop does not change: whatever it is, it is always the same one. */
int main(void) {
    int a = __VERIFIER_nondet_int(), b, state = 1, flag = 0;
    while (1) {
        if (state == 1) {
            if (flag == 0) flag = 1;
            state = (a ^ b) * 2;
        } else if (state == 4) {
            if (flag == 1) flag = 2;
            state = 1;
        } else if (state == 6) {
            if (flag == 2) reach_error();
            state = __VERIFIER_nondet_int() ? 1 : 4;
            if (state == 4) break;
        } else {
            break;
        }
    }
    return 0;
}
