// expect-32: unreach-call unknown sizes beyond the capacity of a block.*
// expect-64: unreach-call true
// flags: --engine=induction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Two blocks that may be larger than 32 bits have room for: in the one, whether a pointer into the other is equal to one
 * into this is not known. */
int main(void) {
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 1 || k < 0 || k >= n) return 0;
    char *a = __builtin_alloca(n), *b = __builtin_alloca(n), *p = a + k;
    if (p == 0 || p - a != k || p < a || p > a + n) reach_error();
    if (p == b) reach_error();
    return 0;
}
