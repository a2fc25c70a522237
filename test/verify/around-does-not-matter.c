// expect: unreach-call false(unreach-call) line 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4];
/* Whatever lies behind the table: what is written there stays there, and the error does not ask for more. */
int main(void) {
    int i, sum = 0, n = __VERIFIER_nondet_int();
    for (i = 0; i <= 4; i++) {
        int before = table[i];
        table[i] = n + i;
        sum += before - before + table[i];
    }
    if (table[4] == 14)
        if (sum == 60) reach_error();
    return 0;
}
