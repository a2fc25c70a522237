// expect: unreach-call unknown .*outside-number-own\.c:10
// flags: --engine=explore
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int own[4];
/* The number that is added to an address of the program is no pointer from outside. */
int main(void) {
    unsigned long step = __VERIFIER_nondet_ulong();
    own[2] = 0;
    *(int *)((unsigned long)own + step) = 1;
    if (own[2]) reach_error();
    return 0;
}
