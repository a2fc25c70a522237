// flags: --max-stack=256K --engine=explore
// expect: unreach-call unknown .*stack
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int down(int n) { return n ? down(n - 1) : 0; }
int main(void) {
    if (down(1 << 28)) reach_error();
    return 0;
}
