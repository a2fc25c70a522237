// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* What the loop does not change chooses between values, without a branch: rounds are told apart by it. */
int main(void) {
    int hit = __VERIFIER_nondet_int(), state = 1, next = 0, flag = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 1:
            flag = 1;
            state = hit ? 4 : 2;
            break;
        case 2: state = 3; break;
        case 3:
            if (flag == 2) flag = 3;
            state = hit ? 9 : 4;
            break;
        case 4:
            if (flag == 1) flag = 2;
            if (flag == 3) reach_error();
            state = 5;
            next = hit ? 3 : 9;
            break;
        case 5: state = next; break;
        default: return 0;
        }
    }
    return 0;
}
