// expect: unreach-call true
// flags: --engine=values
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int opened;
static void *kept[2];
/* Which function a local pointer calls is known, also where nothing else is asked about the pointer. */
static void start(void) { opened = 1; }
static void work(void) {
    if (!opened) reach_error();
}
static void stop(void) { opened = 0; }
int main(void) {
    void (*call)(void);
    kept[0] = work;
    kept[1] = stop;
    call = start;
    call();
    if (__VERIFIER_nondet_int()) work();
    call = stop;
    call();
    return 0;
}
