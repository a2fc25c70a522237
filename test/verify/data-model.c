// expect-32: unreach-call true
// expect-64: unreach-call false(unreach-call) line 7
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    if (x > 0xffffffffu) reach_error();
    return 0;
}
