/* Signals: a table of actions. Only the program itself can send one, and it arrives at once unless it
 * is blocked, in which case it waits until it is unblocked. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

enum { SIGNALS = 65 };

static struct sigaction actions[SIGNALS];
#define blocked __loci_blocked_signals /* sigsetjmp and siglongjmp of the machine save and restore it */
sigset_t blocked;
static sigset_t pending;

extern void (*__loci_raise_abort)(void);
extern void (*__loci_raise_pipe)(void);
_Bool (*__loci_wait_for_alarm)(void); /* set by alarm.c: sleeps until the alarm and raises it; false: there is none */

static int refuse(int error)
{
    errno = error;
    return -1;
}

static _Bool is_signal(int number)
{
    return number > 0 && number < SIGNALS;
}

/* ---- sets ---- */

enum { WORD = 8 * sizeof(unsigned long) };

static unsigned long bit_of(int number)
{
    return 1ul << ((unsigned)(number - 1) % WORD);
}

static unsigned long *word_of(sigset_t *set, int number)
{
    return &set->__val[(unsigned)(number - 1) / WORD];
}

static _Bool contains(const sigset_t *set, int number)
{
    return (*word_of((sigset_t *)set, number) & bit_of(number)) != 0;
}

static void include(sigset_t *set, int number)
{
    *word_of(set, number) |= bit_of(number);
}

static void exclude(sigset_t *set, int number)
{
    *word_of(set, number) &= ~bit_of(number);
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    for (int number = 1; number < SIGNALS; number++)
        if (number != 32 && number != 33) include(set, number); /* those two belong to the threads */
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number)) return refuse(EINVAL);
    include(set, number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number)) return refuse(EINVAL);
    exclude(set, number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return is_signal(number) ? contains(set, number) : refuse(EINVAL);
}

int sigisemptyset(const sigset_t *set)
{
    for (int number = 1; number < SIGNALS; number++)
        if (contains(set, number)) return 0;
    return 1;
}

/* ---- delivery ---- */

static _Bool is_ignored_by_default(int number)
{
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static _Bool stops_by_default(int number)
{
    return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

static void call_handler(const struct sigaction *action, int number)
{
    if (action->sa_flags & SA_SIGINFO) {
        siginfo_t information;
        memset(&information, 0, sizeof information);
        information.si_signo = number;
        information.si_code = SI_TKILL;
        information.si_pid = __loci_os_getpid();
        action->sa_sigaction(number, &information, NULL);
    } else {
        action->sa_handler(number);
    }
}

static void deliver(int number)
{
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN) return;
    if (action.sa_handler == SIG_DFL) {
        if (stops_by_default(number)) __loci_unsupported("the program stops itself, and nobody is there to let it go on");
        if (!is_ignored_by_default(number)) __loci_die_by_signal(number);
        return;
    }
    if (action.sa_flags & (int)SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
    sigset_t before = blocked;
    for (int other = 1; other < SIGNALS; other++)
        if (contains(&action.sa_mask, other)) include(&blocked, other);
    if (!(action.sa_flags & SA_NODEFER)) include(&blocked, number);
    call_handler(&action, number);
    blocked = before;
}

/* The first that may arrive; 0: none. */
static int deliverable(void)
{
    for (int number = 1; number < SIGNALS; number++)
        if (contains(&pending, number) && !contains(&blocked, number)) return number;
    return 0;
}

/* A handler may raise others, of lower numbers too: each time the search begins anew. */
static void deliver_pending(void)
{
    for (int number; (number = deliverable()) != 0;) {
        exclude(&pending, number);
        deliver(number);
    }
}

static int send(int number)
{
    if (number == 0) return 0;
    if (!is_signal(number)) return refuse(EINVAL);
    include(&pending, number);
    deliver_pending();
    return 0;
}

int raise(int number)
{
    return send(number);
}

/* For abort, which a blocked SIGABRT does not stop. */
static void raise_abort(void)
{
    exclude(&blocked, SIGABRT);
    send(SIGABRT);
}

static void raise_pipe(void)
{
    send(SIGPIPE);
}

/* The process is alone in its group, and may not signal the first of all. */
int kill(pid_t process, int number)
{
    if (number < 0 || number >= SIGNALS) return refuse(EINVAL);
    if (process == 0 || process == __loci_os_getpid() || process == -__loci_os_getpid()) return send(number);
    return refuse(process == 1 || process == -1 ? EPERM : ESRCH);
}

int killpg(pid_t group, int number)
{
    if (group < 0) return refuse(EINVAL);
    return kill(-group, number);
}

int tgkill(pid_t group, pid_t thread, int number)
{
    if (group <= 0 || thread <= 0) return refuse(EINVAL);
    if (group != __loci_os_getpid() || thread != group) return refuse(ESRCH);
    return kill(group, number);
}

int sigqueue(pid_t process, int number, const union sigval value)
{
    if (value.sival_ptr != NULL) __loci_unmodelled("the value that 'sigqueue' sends along does not arrive");
    return kill(process, number);
}

/* The only thread is the caller; the error is returned. */
int pthread_kill(pthread_t thread, int number)
{
    (void)thread;
    return number < 0 || number >= SIGNALS ? EINVAL : send(number);
}

/* ---- actions ---- */

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (!is_signal(number)) return refuse(EINVAL);
    if (action != NULL && (number == SIGKILL || number == SIGSTOP)) return refuse(EINVAL);
    struct sigaction before = actions[number];
    if (action != NULL) {
        actions[number] = *action;
        __loci_raise_abort = raise_abort;
        __loci_raise_pipe = raise_pipe;
    }
    if (old != NULL) *old = before;
    return 0;
}

static sighandler_t install(int number, sighandler_t handler, int flags)
{
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    if (is_signal(number)) include(&action.sa_mask, number);
    return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

sighandler_t signal(int number, sighandler_t handler)
{
    return install(number, handler, SA_RESTART);
}

sighandler_t bsd_signal(int number, sighandler_t handler);
sighandler_t bsd_signal(int number, sighandler_t handler)
{
    return install(number, handler, SA_RESTART);
}

sighandler_t sysv_signal(int number, sighandler_t handler)
{
    return install(number, handler, (int)(SA_RESETHAND | SA_NODEFER));
}

/* What <signal.h> calls for signal() under strict ISO C. */
sighandler_t __sysv_signal(int number, sighandler_t handler)
{
    return install(number, handler, (int)(SA_RESETHAND | SA_NODEFER));
}

int siginterrupt(int number, int interrupt)
{
    (void)interrupt;
    return is_signal(number) ? 0 : refuse(EINVAL);
}

/* ---- masks ---- */

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    sigset_t before = blocked;
    if (set != NULL) {
        if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return refuse(EINVAL);
        if (how == SIG_SETMASK) sigemptyset(&blocked);
        for (int number = 1; number < SIGNALS; number++) {
            if (!contains(set, number) || number == SIGKILL || number == SIGSTOP) continue;
            if (how == SIG_UNBLOCK) exclude(&blocked, number);
            else include(&blocked, number);
        }
    }
    if (old != NULL) *old = before;
    deliver_pending();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return sigprocmask(how, set, old) == 0 ? 0 : EINVAL;
}

int sigpending(sigset_t *set)
{
    *set = pending;
    return 0;
}

static _Bool has_handler(int number)
{
    return actions[number].sa_handler != SIG_DFL && actions[number].sa_handler != SIG_IGN;
}

/* Until a handler has run. Only the alarm can send a signal to a program that waits. */
static void wait_for_handler(void)
{
    for (int number; (number = deliverable()) != 0;) {
        _Bool is_handled = has_handler(number);
        exclude(&pending, number);
        deliver(number);
        if (is_handled) return;
    }
    while (__loci_wait_for_alarm != NULL && __loci_wait_for_alarm())
        if (has_handler(SIGALRM) && !contains(&blocked, SIGALRM)) return;
    __loci_unsupported("the program waits for a signal that nobody sends");
}

int sigsuspend(const sigset_t *set)
{
    sigset_t before = blocked;
    blocked = *set;
    exclude(&blocked, SIGKILL);
    exclude(&blocked, SIGSTOP);
    wait_for_handler();
    blocked = before;
    deliver_pending();
    return refuse(EINTR);
}

int pause(void)
{
    wait_for_handler();
    return refuse(EINTR);
}

/* What is raised while it is not blocked does not wait, but is delivered: only the pending ones can be taken. */
int sigwait(const sigset_t *restrict set, int *restrict taken)
{
    for (;;) {
        for (int number = 1; number < SIGNALS; number++) {
            if (!contains(set, number) || !contains(&pending, number)) continue;
            exclude(&pending, number);
            *taken = number;
            return 0;
        }
        if (__loci_wait_for_alarm == NULL || !__loci_wait_for_alarm())
            __loci_unsupported("the program waits for a signal that nobody sends");
    }
}

int sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
    static stack_t current = {.ss_flags = SS_DISABLE};
    stack_t before = current;
    if (stack != NULL) current = *stack;
    if (old != NULL) *old = before;
    return 0;
}

int __libc_current_sigrtmin(void)
{
    return 34;
}

int __libc_current_sigrtmax(void)
{
    return 64;
}
