// expect: unreach-call false(unreach-call) line 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The number wraps around on the way: it is not what it was modulo 3 any more. */
int main(void) {
    unsigned x = 4294967290u;
    int n = __VERIFIER_nondet_int();
    while (n > 0) {
        x += 3;
        n--;
    }
    if (n == 0 && x % 3 != 1)
        reach_error();
    return 0;
}
