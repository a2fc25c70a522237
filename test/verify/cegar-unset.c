// expect: unreach-call true
// flags: --engine=cegar
extern void reach_error(void);
static signed char last_of(signed char n) {
    signed char last = 0;
    while (n) {
        last = n;
        n = 0;
    }
    return last;
}
/* A variable that was never set has some value, but one and the same, while a loop of a callee goes round. */
int main(void) {
    signed char y;
    signed char last = last_of(y);
    if (y > 0 && y < last) reach_error();
    return 0;
}
