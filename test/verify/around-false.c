// expect: unreach-call unknown .*around-false\.c:10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4];
/* What is read out of bounds may be anything, and an error behind that may be one or not. */
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    int value;
    value = table[i];
    if (value) reach_error();
    return 0;
}
