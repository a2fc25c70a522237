// expect: unreach-call true
struct device { int flags; char name[36]; int irq; };
extern struct device *device(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int own[4];
/* Addresses that are worked out in numbers. */
int main(void) {
    struct device *p = device();
    if (!p) return 0;
    unsigned long number = (unsigned long)p;
    *(int *)(number + 40) = 3;
    if (p->irq != 3) reach_error();
    return 0;
}
