// expect: unreach-call false(unreach-call) line 10
// flags: --engine=cegar
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* As integers that do not wrap around, the path is infeasible; as bytes it is not. */
int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = 0;
    if (a < 250) return 0;
    for (int i = 0; i < 8; i++) a++, b++;
    if (a < b) reach_error();
    return 0;
}
