// The loop has no bound: the error is in its thirteenth round, and what is beyond --unwind is not known.
// flags: --engine=bounded --unwind=8
// expect: unreach-call unknown paths at the depth limit
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        n++;
        if (n == 13) reach_error();
    }
    return 0;
}
