// expect: unreach-call true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* It is any value, but the same one each time; and another one in the next round. */
static int twice(int a, int b) { return a == b; }
int main(void) {
    signed char x;
    int y, z[2];
    if (__VERIFIER_nondet_int()) y = 3;
    if (!twice(x, x) || x > x || y - y || z[0] != z[0]) reach_error();
    return 0;
}
