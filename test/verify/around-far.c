// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern int *numbers(void);
extern void reach_error(void);
int table[4], other;
/* So far away that nothing is remembered. */
int main(void) {
    int i = __VERIFIER_nondet_int(), *p = numbers();
    table[i] = 1;
    int value = table[i];
    if (other) reach_error();
    if (i >= 0 && i < 4 && value != 1) reach_error();
    if (!p) return 0;
    p[0] = 5;
    p[100000] = 6;
    if (p[0] != 5) reach_error();
    return 0;
}
