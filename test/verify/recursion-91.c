// expect: unreach-call true
// flags: --engine=recursion
/* McCarthy's function: two claims with guards, each needed for the other; the inner call's result is an argument. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f91(int x) {
    if (x > 100) return x - 10;
    return f91(f91(x + 11));
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int result = f91(x);
    if (result != 91 && !(x > 101 && result == x - 10)) reach_error();
    return 0;
}
