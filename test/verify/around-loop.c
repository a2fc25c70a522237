// expect: unreach-call unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Each round has a local of its own, and what lies behind it is another thing in each. */
int main(void) {
    int last = 0, known = 0;
    while (__VERIFIER_nondet_int()) {
        int local[1] = {0};
        int *p = local;
        if (known && p[1] != last) reach_error();
        last = p[1];
        known = 1;
    }
    return 0;
}
