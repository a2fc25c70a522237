// expect: unreach-call true
// flags: --engine=values
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int opened, (*handler)(int);
static int on_open(int n) {
    opened = 1;
    return n;
}
static int on_close(int n) {
    opened = 0;
    return n;
}
static void visit(int depth) {
    if (depth <= 0) return;
    handler = on_close;
    handler(depth);
    visit(depth - 1);
    if (opened) reach_error();
}
/* Through pointers, and inside of itself any number of times. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    handler = on_open;
    if (handler(n) != n || !opened) reach_error();
    visit(n);
    if (n > 0 && opened) reach_error();
    return 0;
}
