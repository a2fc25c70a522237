// Drawn inputs prove nothing: without an error the answer is unknown, also where the code is soon known.
// flags: --engine=trials
// expect: unreach-call unknown runs with drawn inputs show no error
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y;
    if (x < 10 && x > 10) reach_error();
    if (y < x && x < y) reach_error();
    return x;
}
