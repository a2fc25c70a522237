// expect: unreach-call false(unreach-call) line 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int seen;
static void note(int kind, ...) { seen = kind; }
static int count(int kind) { return seen = kind + 1; }
typedef void notes(int, ...);
/* Functions that are called with more arguments than they name, or whose result nobody wants. */
int main(void) {
    notes *const all[] = {note, note};
    void (*const others[])(int) = {(void (*)(int))count};
    all[__VERIFIER_nondet_int() & 1](1, 2, 3);
    if (seen == 1 && __VERIFIER_nondet_int()) reach_error();
    if (seen == 7) others[seen & 0](1);
    return 0;
}
