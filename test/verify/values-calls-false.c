// expect: unreach-call false(unreach-call) line 17
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int opened;
static int on_open(int n) {
    opened = 1;
    return n;
}
static int on_close(int n) {
    opened = 0;
    return n;
}
static int (*const handlers[])(int) = {on_close, on_open};
/* A pointer that is not known may be any function whose address is taken. */
int main(void) {
    handlers[__VERIFIER_nondet_int() & 1](3);
    if (opened) reach_error();
    return 0;
}
