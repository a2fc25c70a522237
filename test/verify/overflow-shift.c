// expect: no-overflow false(no-overflow) line 6
extern int __VERIFIER_nondet_int(void);
/* A value that does not fit is an overflow of a shift too. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x > 0 && (x << 1) > 4;
}
