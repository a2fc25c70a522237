// expect: unreach-call unknown .*out-of-bounds-goes-on\.c:7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Natively the run goes on after the write: neither answer is safe. */
int main(void) {
    int a[4], i = __VERIFIER_nondet_int();
    a[i] = 0;
    if (i > 3) reach_error();
    return 0;
}
