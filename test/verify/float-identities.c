// What adding 0 and multiplying by 1 leave as it is, for all numbers and infinities.
// expect: unreach-call true
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x != x) return 0;
    if (!(x + 0 == x && 0 + x == x && x - 0 == x && x * 1 == x && x / 1 == x)) reach_error();
    if (-(-x) != x) reach_error();
    if (x - x == 0 && x * 0 != 0) reach_error();
    return 0;
}
