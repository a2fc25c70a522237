// expect: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct device { int locked, opened; } dev;
static void lock(struct device *d) {
    if (d->locked) reach_error();
    d->locked = 1;
}
static void unlock(struct device *d) {
    if (!d->locked) reach_error();
    d->locked = 0;
}
/* A flag behind a pointer, and loops around it. */
int main(void) {
    int old, now = __VERIFIER_nondet_int();
    do {
        lock(&dev);
        old = now;
        if (__VERIFIER_nondet_int()) {
            unlock(&dev);
            now++;
        }
    } while (now != old);
    unlock(&dev);
    return 0;
}
