// expect: unreach-call unknown what is known of the recursive function 'down' is too little
// flags: --engine=recursion
/* The claim that main would need does not hold: 0 comes back for negative arguments. A global that the recursion changes is
 * not what it was. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
static int down(int n) {
    depth++;
    return n <= 0 ? 0 : down(n - 1) + 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3) return 0;
    depth = 0;
    if (down(n) != n || depth > 4) reach_error();
    return 0;
}
