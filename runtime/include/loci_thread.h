/* Threads, as the library's files see them. threads.c has the scheduler and says how it works. */
#ifndef LOCI_THREAD_H
#define LOCI_THREAD_H

#include "loci_machine.h"

enum { LOCI_KEYS = 128 };

struct __loci_variable;

/* What pthread_t leads to. Never given back: an identity that is used after its thread is known to be one. */
struct __loci_thread {
    int number; /* 0: the main thread; then in the order of their making */
    int slot;   /* the machine's */
    struct __loci_thread *next, *previous; /* the ring of threads that have not ended */

    void *(*run)(void *);
    void *argument, *result;
    int has_ended; /* a word that others wait for */
    _Bool is_detached, is_joined;

    const int *word; /* it waits until *word == value, or until it is not; NULL: it does not wait, or for a time only */
    int value;
    _Bool until_equal, is_waiting, is_cancel_point;
    _Bool has_deadline, has_timed_out;
    int64_t deadline;  /* nanoseconds of the monotonic clock */
    const char *what;  /* it waits for, in words */
    uintptr_t object;  /* what it will do next is about this one, */
    _Bool writes;      /* and may change it */
    _Bool sleeps;      /* what it will do next has been tried from a state that is as good as this one */
    const struct __loci_thread *whom;

    _Bool is_cancelled, holds_cancel; /* pthread_cancel, and that it is not to be heard now */
    void *cleanup;                    /* the innermost handler of pthread_cleanup_push */
    const void *values[LOCI_KEYS];
    struct __loci_variable *variables; /* its own thread-local ones */
    struct __loci_routine *routine;    /* what it runs, if it goes from context to context (ucontext.c) */
    int error; /* its errno while another one runs */
};

struct __loci_thread *__loci_thread_self(void);

/* A new thread, which is ready; NULL: too many. */
struct __loci_thread *__loci_thread_start(void *(*run)(void *), void *argument);
_Noreturn void __loci_thread_end(void);
extern void (*__loci_key_destructors)(struct __loci_thread *self); /* set when the first key is made */

/* Another thread may go on here, before something is done to an object; the second says to none, or to any. The third: where
 * a lock is given free, which matters only to who looks at locks without waiting. */
enum { LOCI_NO_OBJECT = 0, LOCI_ANY_OBJECT = -1 };
void __loci_thread_before(const void *object);
void __loci_thread_point(void);
void __loci_thread_release(const void *object);
/* One of so many, where any would do: the first, or each on a path of its own. */
unsigned __loci_thread_choose(unsigned count);

/* A wait. `deadline` < 0: for ever. Where is_cancel_point, cancelling ends it: the caller looks (test_cancel). */
struct __loci_wait {
    const void *object; /* what is done next is about it; NULL: others cannot tell */
    const int *word;    /* NULL: for the deadline only */
    int value;
    _Bool until_equal, is_cancel_point;
    int64_t deadline;
    const char *what;                 /* "a mutex" */
    const struct __loci_thread *whom; /* the thread whose end is waited for; NULL: it is something else */
};
/* Whether the time was over before. */
_Bool __loci_thread_wait(struct __loci_wait wait);

/* A deadline, of a time of the clock. */
struct timespec;
int64_t __loci_thread_deadline(int clock, const struct timespec *until);

void __loci_thread_test_cancel(void);
_Noreturn void __loci_thread_unwind(void); /* handlers of pthread_cleanup_push, then the end (pthread.c) */

/* exit.c and time_clock.c: set when there is a second thread. */
extern void (*__loci_give_way)(_Bool is_yield);
extern int64_t (*__loci_sleep_in_thread)(int64_t seconds, int64_t nanoseconds);

#endif
