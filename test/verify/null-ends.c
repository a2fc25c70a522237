// expect: unreach-call true
// expect: valid-memsafety false(valid-deref) line 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0, *p = __VERIFIER_nondet_int() ? &x : 0;
    *p = 1; /* no run gets past it with null */
    if (!p) reach_error();
    return 0;
}
