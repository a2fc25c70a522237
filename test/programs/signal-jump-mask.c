// siglongjmp out of a handler restores the signal mask that sigsetjmp(…, 1) saved.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf place;
static void handler(int number) { siglongjmp(place, number); }

int main(void)
{
    volatile int count = 0;
    signal(SIGUSR1, handler);
    sigsetjmp(place, 1);
    if (count < 3) {
        count++;
        raise(SIGUSR1);
        puts("not reached");
    }
    printf("%d\n", count);
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    printf("%d\n", sigismember(&now, SIGUSR1));
    return 0;
}
