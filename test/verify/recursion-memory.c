// expect: unreach-call unknown the recursion at 'fill' is about memory.*
// flags: --engine=recursion
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int cells[4];
static int fill(int n) {
    if (n <= 0) return 0;
    cells[n & 3] = n;
    return fill(n - 1);
}
int main(void) {
    if (fill(__VERIFIER_nondet_int())) reach_error();
    return 0;
}
