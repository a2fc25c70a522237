// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Two places that go up together, as far as a third one that stays. */
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, sum = 0;
    if (n < 0 || n > 1000000) return 0;
    while (i < n) {
        i++;
        sum += 2;
    }
    if (sum != 2 * n) reach_error();
    return 0;
}
