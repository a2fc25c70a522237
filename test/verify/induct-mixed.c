// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* `next` is one of few numbers where it counts, and any number elsewhere. */
int main(void) {
    int state = 1, next = 2, flag = 0;
    while (1) {
        if (state == 1) {
            next = __VERIFIER_nondet_int() ? 2 : 3;
            state = 5;
        } else if (state == 2) {
            flag = 1;
            next = __VERIFIER_nondet_int();
            state = 4;
        } else if (state == 3) {
            if (flag == 2) reach_error();
            break;
        } else if (state == 4) {
            if (next == 7) flag = 0;
            state = 1;
        } else if (state == 5) {
            state = next;
        } else {
            flag = 2;
        }
    }
    return 0;
}
