// With one input the loop comes back to the state it was in: it never ends.
// expect: termination false(termination) line 7
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    while (x > 10) {
        if (x == 12) y = !y;
        else if (x > 14) x = 11;
        else x--;
        if (x == 11) return 0;
    }
    return 0;
}
