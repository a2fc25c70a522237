// expect: unreach-call false(unreach-call) line 6
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        lock();
        if (i != 2) locked = 0;
    }
    return 0;
}
