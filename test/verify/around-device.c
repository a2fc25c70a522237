// expect: unreach-call false(unreach-call) line 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* At an address that the program makes up there may be a device, which says what it likes. */
int main(void) {
    volatile int *device = (int *)0xf0001000u;
    device[0] = __VERIFIER_nondet_int();
    int answer = device[4];
    if (device[0] == 5 && answer == 6) reach_error();
    return 0;
}
