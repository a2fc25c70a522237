// expect: unreach-call false(unreach-call) line 15
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Two such numbers. */
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), state = 1, flag = 0;
    while (1) {
        if (state == 1) {
            if (flag == 0) flag = 1;
            state = flag == 1 ? a * 2 : b * 2;
        } else if (state == 4) {
            if (flag == 1) flag = 2;
            state = 1;
        } else if (state == 6) {
            if (flag == 2) reach_error();
            state = 1;
        } else {
            break;
        }
    }
    return 0;
}
