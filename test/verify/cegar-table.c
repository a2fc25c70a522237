// expect: unreach-call true
// flags: --engine=cegar
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A table of pointers, read at an index that is asked for: one way through the round says which. */
struct work { int state; };
struct work *queue[4];
int used;
static void put(struct work *w) {
    for (int i = 0; i < 4; i++)
        if (!queue[i] && used > 100) queue[i] = w;
}
int main(void) {
    struct work mine = {1};
    for (int i = 0; i < 4; i++) queue[i] = 0;
    while (__VERIFIER_nondet_int()) {
        int at = __VERIFIER_nondet_int();
        if (at < 0 || at >= 4) continue;
        put(&mine);
        if (queue[at]) reach_error();
    }
    return 0;
}
