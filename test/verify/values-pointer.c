// expect: unreach-call false(unreach-call) line 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mode, kept, *cursor = &mode;
static struct { int first, second; } pair;
static void set(int *p) { *p = __VERIFIER_nondet_int(); }
/* A variable whose address is taken may change through it; one field leads to the other. */
int main(void) {
    kept = 1;
    mode = 1;
    pair.second = 1;
    set(cursor);
    (&pair.first)[1] += mode;
    if (kept != 1 || pair.second == 5) reach_error();
    return 0;
}
