// expect: unreach-call false(unreach-call) line 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Depth first search stays in the first loop for ever; the bug is behind it. */
int main(void) {
    unsigned length = 0;
    while (__VERIFIER_nondet_int()) length++;
    unsigned other = 0;
    while (__VERIFIER_nondet_int()) other += 3;
    int x = __VERIFIER_nondet_int();
    if (length == 2 && other == 6 && x == 9) reach_error();
    return 0;
}
