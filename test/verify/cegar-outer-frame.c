// expect: unreach-call false(unreach-call) line 17
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int fill(int *a, int *b) {
    int n = 0;
    while (__VERIFIER_nondet_int()) n++;
    *a = n;
    *b = n;
    return n;
}
/* Variables of a caller, whose addresses were handed on, are still there when a loop of the callee has come round. */
int main(void) {
    int a, b;
    fill(&a, &b);
    if (a != b) return 1;
    if (a == 3) reach_error();
    return 0;
}
