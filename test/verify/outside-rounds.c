// expect: unreach-call false(unreach-call) line 19
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; };
extern struct node *given(void);
/* What comes from outside in one round is not what came in another one. */
int main(void) {
    int state = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *p, *q = given();
        if (!p || !q) continue;
        if (state == 0) {
            p->value = 7;
            q->value = 7;
            state = 1;
        } else {
            if (p->value == 7 || q->value == 7) continue;
            if (p->value == 3 && q->value == 4)
                reach_error();
        }
    }
    return 0;
}
