// expect: unreach-call unknown .*around-far-false\.c:11
// flags: --engine=explore
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4];
/* What was written there may be read there, but nobody knows it. */
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 100000) return 0;
    int value;
    table[i] = 1;
    value = table[i];
    if (value != 1) reach_error();
    return 0;
}
