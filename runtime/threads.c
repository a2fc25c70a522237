/* Threads: who goes on when.
 *
 * The machine can make a thread, go on with another one and end one (machine/threads.c). All else is here, and is memory of
 * the program. Threads give way to each other only in calls of this file: where they wait, where they end, and at *points*,
 * which are
 *   - before a lock is taken, a condition signalled, a barrier passed, and so on: in the functions of <pthread.h>,
 *     <semaphore.h> and <threads.h>;
 *   - before accesses that are atomic or volatile: the front end puts calls of __loci_thread_reads and writes there;
 *   - with --threads=all before every access of the program's own code, and before its calls of the library;
 *   - before exit, and in sched_yield and the sleeps.
 *
 * A thread that waits says for what: until a word of memory has a value, or has another one. So nobody wakes anybody:
 * whether a thread can go on is a question to memory, asked when one is to be chosen. If none can, that is a deadlock. A
 * thread that waits with a deadline can go on by that, too.
 *
 * Which one goes on (`--threads=`):
 *   one   the one that runs, as long as it can; then the next in the ring. At a point it gives way after a while, so that
 *         others come to what it asks for again and again. Time passes when all threads wait. What other schedules would
 *         do is not known, and said: the run is not complete.
 *   fork  each that can, on a path of its own. Which one it was is an input of one byte, the place among those that could, the
 *         running one first. So tests have schedules, and 0 everywhere is the plainest. A deadline can always be over.
 *         With a bound on preemptions (--max-preemptions) a thread that could go on does so once the path has as many.
 *   all   the same, with the points of --threads=all.
 * Between two points a thread runs alone. That is what could happen only if threads share memory by locks and atomics
 * alone (then everything that can happen is seen, each in some order that is equivalent), or with `all` if memory is
 * sequentially consistent; the report says which of them a complete run rests on.
 *
 * Points before a lock are enough where a thread only ever waits for locks: giving one free can be moved back to the point
 * before it. A program that looks whether a lock is held (__loci_thread_kind says so) has points there, too. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "loci_os.h"
#include "loci_process.h"
#include "loci_thread.h"

static const uintptr_t ANY = (uintptr_t)LOCI_ANY_OBJECT; /* thread.object: what it does next may be about each of them */

enum { MOST = 64, SECOND = 1000000000, QUANTUM = 100, NO_BOUND = -1 };
enum { THREADS_ONE, THREADS_FORK, THREADS_ALL };

static struct __loci_thread main_thread = {.next = &main_thread, .previous = &main_thread};
static struct __loci_thread *running = &main_thread;
static int made;                        /* threads */
static int mode, bound, preemptions;    /* --threads=, --max-preemptions=, and how many the path has */
static int points;                      /* one: that the running thread has passed */
static char choice_name[40];            /* of the inputs that say who goes on */

struct __loci_thread *__loci_thread_self(void)
{
    return running;
}

void (*__loci_key_destructors)(struct __loci_thread *self);

/* ---- Time ---- */

static int64_t now(int clock)
{
    int64_t seconds = 0, nanoseconds = 0;
    __loci_os_clock(clock, &seconds, &nanoseconds);
    return seconds * SECOND + nanoseconds;
}

int64_t __loci_thread_deadline(int clock, const struct timespec *until)
{
    int64_t left = ((int64_t)until->tv_sec * SECOND + until->tv_nsec) - now(clock);
    return now(CLOCK_MONOTONIC) + (left > 0 ? left : 0);
}

static void let_pass(int64_t deadline)
{
    int64_t left = deadline - now(CLOCK_MONOTONIC);
    if (left > 0) __loci_os_sleep(left / SECOND, left % SECOND);
}

/* ---- Who can go on ---- */

/* Memory that is gone does not keep anybody: the thread that waits for it will see what happened to it. */
static _Bool is_ready(const struct __loci_thread *thread)
{
    if (!thread->is_waiting) return 1;
    if (thread->is_cancel_point && thread->is_cancelled && !thread->holds_cancel) return 1;
    if (thread->word == NULL) return 0;
    return !__loci_is_live(thread->word) || (*thread->word == thread->value) == thread->until_equal;
}

struct candidates {
    struct __loci_thread *at[MOST];
    unsigned ready, all; /* behind the ready ones stand those whose deadline can be over, the earliest first */
};

static void add_timed(struct candidates *candidates, struct __loci_thread *thread)
{
    unsigned at = candidates->all++;
    for (; at > candidates->ready && candidates->at[at - 1]->deadline > thread->deadline; at--)
        candidates->at[at] = candidates->at[at - 1];
    candidates->at[at] = thread;
}

static void find_candidates(struct candidates *candidates, struct __loci_thread *first)
{
    struct __loci_thread *thread = first;
    candidates->ready = 0;
    do {
        if (is_ready(thread)) candidates->at[candidates->ready++] = thread;
        thread = thread->next;
    } while (thread != first);
    candidates->all = candidates->ready;
    do {
        if (thread->has_deadline && !is_ready(thread)) add_timed(candidates, thread);
        thread = thread->next;
    } while (thread != first);
}

/* ---- Deadlock ---- */

static void add_text(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    while (*more != '\0' && length + 1 < size) text[length++] = *more++;
    text[length] = '\0';
}

static void add_number(char *text, size_t size, int number)
{
    char digits[12], *digit = digits + sizeof digits - 1;
    *digit = '\0';
    do *--digit = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    add_text(text, size, digit);
}

static void add_thread(char *text, size_t size, const struct __loci_thread *thread)
{
    if (thread->number == 0) {
        add_text(text, size, "the main thread");
        return;
    }
    add_text(text, size, "thread ");
    add_number(text, size, thread->number);
}

static void add_wait(char *text, size_t size, const struct __loci_thread *thread)
{
    char place[200];
    add_thread(text, size, thread);
    add_text(text, size, " waits for ");
    if (thread->whom != NULL) {
        add_text(text, size, "the end of ");
        add_thread(text, size, thread->whom);
    } else {
        add_text(text, size, thread->what);
    }
    __loci_thread_place(thread->slot, place, sizeof place);
    if (place[0] != '\0') add_text(text, size, " at ");
    add_text(text, size, place);
}

static void report_deadlock(const struct __loci_thread *first)
{
    static char text[1024];
    const struct __loci_thread *thread = first;
    text[0] = '\0';
    if (!(__loci_thread_kind() & LOCI_THREADS)) { /* no second thread can be: somebody else would have to come */
        add_text(text, sizeof text, "the program waits for ever for ");
        add_text(text, sizeof text, thread->what);
        __loci_unsupported(text);
    }
    add_text(text, sizeof text, "no thread can go on: ");
    do {
        add_wait(text, sizeof text, thread);
        thread = thread->next;
        if (thread != first) add_text(text, sizeof text, "; ");
    } while (thread != first);
    __loci_deadlock(text);
}

/* ---- Choosing ---- */

unsigned __loci_thread_choose(unsigned count)
{
    unsigned char choice;
    if (count < 2) return 0;
    if (mode == THREADS_ONE) {
        __loci_left_schedules();
        return 0;
    }
    __loci_make_symbolic(&choice, 1, choice_name);
    __loci_assume(choice < count);
    for (unsigned i = 0; i + 1 < count; i++)
        if (choice == i) return i;
    return count - 1;
}

/* One schedule: on as long as it goes, but not for ever. */
static unsigned choose_plainly(const struct candidates *candidates, _Bool is_yield)
{
    if (candidates->all > 1) __loci_left_schedules();
    if (candidates->ready < 2 || candidates->at[0] != running) return 0;
    return is_yield || points > QUANTUM;
}

/* ---- Schedules that come to the same ----
 *
 * Between two points a thread does something to one object, known beforehand, and what else it does others cannot tell:
 * it gives locks free and touches memory that a lock guards. What two threads do to different objects comes to the same in
 * either order. So when one of several is chosen, those before it in the list, which are tried on paths of their own, need not be
 * tried behind it, until something is done that makes a difference to what they do: they sleep (sleep sets; Godefroid 1996).
 * Where all that could go on sleep, all that follows is seen elsewhere. Deadlines and cancelling depend on everything. With a
 * bound on preemptions nobody sleeps: the order that would stand for the others might be beyond it. */

static _Bool depend(const struct __loci_thread *a, const struct __loci_thread *b)
{
    if (a->object == ANY || b->object == ANY) return 1;
    return a->object == b->object && a->object != LOCI_NO_OBJECT && (a->writes || b->writes);
}

static void wake_by(struct __loci_thread *chosen, _Bool is_timed)
{
    struct __loci_thread *thread = chosen;
    do
        if (thread == chosen || is_timed || depend(thread, chosen)) thread->sleeps = 0;
    while ((thread = thread->next) != chosen);
}

static void leave_out_sleeping(struct candidates *candidates)
{
    unsigned kept = 0, ready = 0;
    for (unsigned i = 0; i < candidates->all; i++) {
        _Bool is_ready_one = i < candidates->ready;
        if (is_ready_one && candidates->at[i]->sleeps) continue;
        candidates->at[kept++] = candidates->at[i];
        ready += is_ready_one;
    }
    candidates->ready = ready;
    candidates->all = kept;
}

static unsigned choose_unlike(struct candidates *candidates)
{
    leave_out_sleeping(candidates);
    __loci_assume(candidates->all > 0);
    unsigned chosen = __loci_thread_choose(candidates->all);
    for (unsigned i = 0; i < chosen && i < candidates->ready; i++) candidates->at[i]->sleeps = 1;
    wake_by(candidates->at[chosen], chosen >= candidates->ready);
    return chosen;
}

static unsigned choose_within_bound(const struct candidates *candidates)
{
    _Bool stays = candidates->ready > 0 && candidates->at[0] == running;
    if (stays && preemptions >= bound) {
        if (candidates->all > 1) __loci_left_schedules();
        return 0;
    }
    unsigned chosen = __loci_thread_choose(candidates->all);
    if (stays && chosen > 0) preemptions++;
    return chosen;
}

/* The thread that goes on, which does not wait any more. */
static struct __loci_thread *choose(struct __loci_thread *first, _Bool is_yield)
{
    struct candidates candidates;
    find_candidates(&candidates, first);
    if (candidates.all == 0) report_deadlock(first);
    unsigned chosen = mode == THREADS_ONE  ? choose_plainly(&candidates, is_yield)
                      : bound != NO_BOUND ? choose_within_bound(&candidates)
                                          : choose_unlike(&candidates);
    struct __loci_thread *thread = candidates.at[chosen];
    thread->has_timed_out = chosen >= candidates.ready;
    if (thread->has_timed_out) let_pass(thread->deadline);
    thread->is_waiting = thread->has_deadline = 0;
    thread->word = NULL;
    return thread;
}

static void schedule(_Bool is_yield)
{
    struct __loci_thread *before = running, *thread = choose(running, is_yield);
    if (thread == before) return;
    points = 0;
    before->error = errno;
    running = thread;
    errno = thread->error;
    __loci_thread_switch(thread->slot);
}

/* ---- Points and waits ---- */

static void point(uintptr_t object, _Bool writes)
{
    if (running->next == running) return;
    running->object = object;
    running->writes = writes;
    points++;
    schedule(0);
}

void __loci_thread_point(void)
{
    point(ANY, 1);
}

void __loci_thread_before(const void *object)
{
    point((uintptr_t)object, 1);
}

/* The front end calls them before accesses to memory, of whatever size: bytes that share a word of 16 are one object. */
static uintptr_t object_at(const void *address)
{
    return __loci_is_symbolic((uintptr_t)address) ? ANY : (uintptr_t)address & ~(uintptr_t)15;
}

void __loci_thread_reads(const void *address);
void __loci_thread_reads(const void *address)
{
    if (running->next != running) point(object_at(address), 0);
}

void __loci_thread_writes(const void *address);
void __loci_thread_writes(const void *address)
{
    if (running->next != running) point(object_at(address), 1);
}

void __loci_thread_release(const void *object)
{
    if (running->next != running && __loci_thread_kind() & LOCI_TRIES_LOCKS) __loci_thread_before(object);
}

static void give_way(_Bool is_yield)
{
    if (running->next == running) return;
    running->object = is_yield ? LOCI_NO_OBJECT : ANY; /* exit ends all */
    running->writes = 1;
    schedule(is_yield);
}

_Bool __loci_thread_wait(struct __loci_wait wait)
{
    _Bool is_met = wait.word != NULL && (*wait.word == wait.value) == wait.until_equal;
    if (is_met && running->next == running) return 0;
    running->object = (uintptr_t)wait.object;
    running->writes = 1;
    running->word = wait.word;
    running->value = wait.value;
    running->until_equal = wait.until_equal;
    running->is_cancel_point = wait.is_cancel_point;
    running->has_deadline = wait.deadline >= 0;
    running->deadline = wait.deadline;
    running->what = wait.what;
    running->whom = wait.whom;
    running->is_waiting = 1;
    schedule(0);
    return running->has_timed_out;
}

static int64_t sleep_in_thread(int64_t seconds, int64_t nanoseconds)
{
    int64_t left = 0;
    if (__builtin_mul_overflow(seconds, (int64_t)SECOND, &left)) left = INT64_MAX / 4;
    struct __loci_wait wait = {.deadline = now(CLOCK_MONOTONIC) + left + nanoseconds, .is_cancel_point = 1, .what = "a time"};
    __loci_thread_wait(wait);
    __loci_thread_test_cancel();
    return 0;
}

/* ---- Beginning and ending ---- */

static int number_after(const char *text)
{
    int number = 0;
    for (; *text >= '0' && *text <= '9'; text++) number = number * 10 + (*text - '0');
    return number;
}

static void read_settings(void)
{
    char text[24];
    bound = NO_BOUND;
    if (__loci_setting("threads", text, sizeof text) > 0) mode = text[0] == 'f' ? THREADS_FORK : text[0] == 'a' ? THREADS_ALL : THREADS_ONE;
    add_text(choice_name, sizeof choice_name, mode == THREADS_ALL ? "threads:all" : "threads:fork");
    if (__loci_setting("max-preemptions", text, sizeof text) <= 0) return;
    bound = number_after(text);
    add_text(choice_name, sizeof choice_name, "<=");
    add_number(choice_name, sizeof choice_name, bound);
}

static void begin(int number)
{
    (void)number;
    struct __loci_thread *self = running;
    self->result = self->run(self->argument);
    __loci_thread_end();
}

extern char __libc_single_threaded;

struct __loci_thread *__loci_thread_start(void *(*run)(void *), void *argument)
{
    if (!(__loci_thread_kind() & LOCI_THREADS))
        __loci_unsupported("a thread is started: only 'loci run' and 'loci exec' follow threads");
    if (made == 0) read_settings();
    struct __loci_thread *thread = __loci_process_memory(sizeof *thread, "a thread");
    if (thread == NULL) return NULL;
    int slot = __loci_thread_new(begin, made + 1);
    if (slot < 0) return NULL;
    if (slot == 0) begin(0); /* never: for analyses that ask who calls it */
    thread->number = ++made;
    thread->slot = slot;
    thread->run = run;
    thread->argument = argument;
    thread->next = running; /* last in the ring, seen from here */
    thread->previous = running->previous;
    thread->previous->next = running->previous = thread;
    __loci_give_way = give_way;
    __loci_sleep_in_thread = sleep_in_thread;
    __libc_single_threaded = 0;
    return thread;
}

void __loci_thread_end(void)
{
    struct __loci_thread *self = running, *next = self->next;
    if (__loci_key_destructors != NULL) __loci_key_destructors(self);
    self->has_ended = 1;
    if (next == self) __loci_finish(0); /* the last one */
    self->previous->next = next;
    next->previous = self->previous;
    points = 0;
    running = choose(next, 0);
    errno = running->error;
    __loci_thread_leave(running->slot);
}

void __loci_thread_test_cancel(void)
{
    if (running->is_cancelled && !running->holds_cancel) __loci_thread_unwind();
}

/* ---- Thread-local variables ---- */

struct __loci_variable {
    struct __loci_variable *next;
    const void *original; /* the main thread's */
    void *own;
};

/* The front end calls it with the address of the main thread's one. */
void *__loci_thread_local(void *original);
void *__loci_thread_local(void *original)
{
    if (running == &main_thread) return original;
    for (struct __loci_variable *variable = running->variables; variable != NULL; variable = variable->next)
        if (variable->original == original) return variable->own;
    struct __loci_variable *variable = __loci_process_memory(sizeof *variable, "a thread's variable");
    if (variable == NULL) abort();
    *variable = (struct __loci_variable){running->variables, original, __loci_thread_variable(original)};
    running->variables = variable;
    return variable->own;
}
