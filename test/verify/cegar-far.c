// expect: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4];
/* What is written far out of bounds is read there again. */
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 100000) return 0;
    table[i] = 1;
    if (table[i] != 1) reach_error();
    return 0;
}
