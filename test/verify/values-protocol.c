// expect: unreach-call true
// flags: --engine=values
extern int __VERIFIER_nondet_int(void);
extern void *outside(void);
extern void reach_error(void);
struct request { int status, *data; struct request *next; };
static int locked, pending;
static void take(void) {
    if (locked) reach_error();
    locked = 1;
}
static void give(void) {
    if (!locked) reach_error();
    locked = 0;
}
/* 0: the lock is held. */
static int begin(struct request *r) {
    while (r->next) {
        r = r->next;
        *r->data = r->status;
    }
    if (r->status < 0) return -1;
    take();
    pending++;
    return 0;
}
static int work(struct request *r, int n) {
    int i, sum = 0;
    for (i = 0; i < n; i++) sum += r->data[i];
    return n > 3 ? work(r->next, n / 2) : sum;
}
/* The lock is given back exactly where it was taken, which only the result tells; all else does not matter. */
int main(void) {
    for (;;) {
        struct request *r = outside();
        int failed = begin(r), done = 0;
        if (failed == 0) done = work(r, __VERIFIER_nondet_int());
        if (r->status == 7) r->data[done] = 1;
        if (!failed) give();
    }
}
