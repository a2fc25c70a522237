// expect: no-overflow false(no-overflow) line 9
// expect: unreach-call true
// harness: undefined
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Where it is not the property it wraps around. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    if (y != (int)((unsigned)x + 1)) reach_error();
    return 0;
}
