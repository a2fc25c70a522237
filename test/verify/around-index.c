// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4], other;
/* An index of which nobody knows whether it is right. */
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < -20 || i > 20) return 0;
    table[i] = 1;
    if (table[i] != 1) reach_error();
    if (other) reach_error();
    if (i >= 4 && (table[0] || table[3])) reach_error();
    return 0;
}
