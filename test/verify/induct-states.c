// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int is_open;
/* A state machine that never ends: its states are followed one by one. */
int main(void) {
    int state = 0;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = c ? 1 : 0; break;
        case 1:
            is_open = 1;
            state = c > 5 ? 2 : 1;
            break;
        case 2:
            if (!is_open) reach_error();
            is_open = state = 0;
            break;
        default: reach_error();
        }
    }
}
