// expect: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Each round teaches another bound, until variables stand in the place of the constants. */
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, y = 0, i = 0;
    if (n < 0 || n > 1000000) return 0;
    while (i < n) {
        x += 2;
        y += 3;
        i++;
    }
    if (3 * x != 2 * y) reach_error();
    if (i > n) reach_error();
    return 0;
}
