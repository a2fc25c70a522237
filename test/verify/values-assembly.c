// expect: unreach-call true
// flags: --engine=values
extern void reach_error(void);
static int locked, counter;
/* Assembly gives any results and changes what it is given; it does not touch what it is not given. */
static int increment(void) {
    int result;
    __asm__ volatile("lock; xaddl %0, %1" : "=r"(result), "+m"(counter) : : "memory");
    return result;
}
int main(void) {
    locked = 1;
    if (increment() == 3 && counter == 7) locked = 1;
    if (!locked) reach_error();
    return 0;
}
