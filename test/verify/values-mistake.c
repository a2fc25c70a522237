// expect: unreach-call unknown the values of variables do not rule out the call at .*values-mistake.c:8
// flags: --engine=values
extern int __VERIFIER_nondet_int(void);
extern void *outside(void);
extern void reach_error(void);
static int locked;
static void take(void) {
    if (locked) reach_error();
    locked = 1;
}
/* Not given back in one case: nothing is shown. */
int main(void) {
    for (;;) {
        int *p = outside();
        take();
        if (*p != 3) locked = 0;
    }
}
