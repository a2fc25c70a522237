// signal and raise on one thread, sigaction, masks, pending signals.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t got, count;
static void handler(int n) { got = n, count++; }
static void with_info(int n, siginfo_t *info, void *context) { (void)context; got = info->si_signo == n ? n : -1; count += 10; }

int main(void)
{
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    printf("%d ", raise(SIGUSR1));
    printf("%d %d\n", got == SIGUSR1, count);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler);
    raise(SIGUSR1);
    printf("%d\n", count);
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = with_info;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    printf("%d ", sigaction(SIGUSR2, &action, &old));
    printf("%d\n", old.sa_handler == SIG_DFL);
    kill(getpid(), SIGUSR2);
    printf("%d %d\n", got == SIGUSR2, count);
    sigset_t set, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    printf("%d %d\n", sigismember(&set, SIGUSR2), sigismember(&set, SIGTERM));
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    sigpending(&pending);
    printf("%d %d\n", count, sigismember(&pending, SIGUSR2));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    printf("%d\n", count);
    printf("%s\n", strsignal(SIGSEGV));
    fflush(stdout);
    raise(SIGTERM);
    printf("not reached\n");
    return 0;
}
