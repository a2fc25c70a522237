// expect: unreach-call unknown .*names.*
// flags: --engine=cegar --memory=names
extern void reach_error(void);
/* Without aliases nothing is proved: here the error is missed. */
int main(void) {
    int x = 0, *p = &x;
    *p = 1;
    if (x == 1 && p == &x) x = 2;
    return 0;
}
