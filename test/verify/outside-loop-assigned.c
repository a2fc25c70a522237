// expect: unreach-call false(unreach-call) line 15
extern int __VERIFIER_nondet_int(void);
struct item { int value; };
extern struct item *first(void), *second(void);
extern void reach_error(void);
/* Only what came from outside leads to an object of its own: after a round p is q. */
int main(void) {
    struct item *p = first(), *q = second();
    if (!p || !q) return 0;
    q->value = 0;
    while (__VERIFIER_nondet_int()) {
        p->value = 1;
        p = q;
    }
    if (q->value) reach_error();
    return 0;
}
