// expect: unreach-call unknown the values of variables do not rule out
// flags: --engine=values
extern void reach_error(void);
static int counter;
static struct { int first, second; } pair;
int main(void) {
    int result = 0;
    for (int i = 0; i < 2; i++) {
        int now;
        __asm__ volatile("lock; xaddl %0, %1; movl $7, %2" : "=r"(now), "+m"(counter), "=m"(pair.second));
        if (i) result = now != result;
        else result = now;
    }
    if (counter == 7 && pair.second == 7) reach_error();
    return 0;
}
