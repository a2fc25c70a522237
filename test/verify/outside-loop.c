// expect: unreach-call true
extern int __VERIFIER_nondet_int(void);
struct machine { int state; struct limits { int most; } *limits; };
extern struct machine *machine(void);
extern void reach_error(void);
/* Without a bound: what a round does to objects from outside are places as any other. */
int main(void) {
    struct machine *m = machine();
    if (!m) return 0;
    m->state = 1;
    while (__VERIFIER_nondet_int()) {
        if (m->state == 1) {
            if (m->limits->most > 3) m->state = 2;
        } else if (m->state == 2) {
            if (m->limits->most <= 3) reach_error();
            m->state = 1;
        } else {
            reach_error();
        }
    }
    return 0;
}
