// expect: unreach-call unknown the recursive function 'walk' violates the property for some arguments.*
// flags: --engine=recursion
/* The error is within the recursion, and only arguments that main does not give lead to it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int walk(int n) {
    if (n < 0) reach_error();
    return n == 0 ? 0 : walk(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    return n < 0 ? 0 : walk(n);
}
