/* <ucontext.h>: places to go on at, and stacks of their own (makecontext).
 *
 * A place is what __loci_save_context leaves: where the function that was called for it returns to. It belongs to the
 * *routine* that runs: the thread, or the function of a makecontext, which has a stack of frames in the machine as a thread
 * has (machine/threads.c). To go to a place of another routine is to switch to its stack first; who comes from there finds
 * in `pending` where to. The stack that the program provides is not used; but where it is freed, or given to another
 * context, what ran on it can never go on, and its frames end. What is saved of a context stands among its registers.
 * Programs under an engine that follows no threads cannot have contexts either. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include "loci_thread.h"

enum { MOST_ARGUMENTS = 8, NO_SLOT = -1 };

struct __loci_routine {
    int slot;                     /* the machine's; NO_SLOT: it has not begun, or has ended */
    _Bool is_made;                /* by makecontext: the rest means something */
    _Bool has_ended, is_given_up; /* given up: it is to end as soon as it is switched to */
    const void *stack;
    void (*function)(void);
    int count;
    long arguments[MOST_ARGUMENTS];
    const ucontext_t *link;
    struct __loci_routine *next;
};

/* What stands in a context. */
struct saved {
    struct __loci_routine *routine;
    unsigned is_start; /* the routine is to begin; else it goes on at the place */
    unsigned unused;
    uint64_t place[LOCI_CONTEXT_WORDS];
};
_Static_assert(sizeof(struct saved) <= sizeof(((ucontext_t *)0)->uc_mcontext.gregs), "there is room in a context");

static struct __loci_routine *made; /* by makecontext, that have not ended */
static struct saved pending;

static void need_stacks(const char *sentence)
{
    if (!(__loci_thread_kind() & LOCI_STACKS)) __loci_unsupported(sentence);
}
#define NEED_STACKS(name) need_stacks("'" name "': only 'loci run' and 'loci exec' follow contexts")

static struct __loci_routine *new_routine(void)
{
    struct __loci_routine *routine = __loci_process_memory(sizeof *routine, "a context");
    if (routine == NULL) __loci_unsupported("there is no memory for a context");
    memset(routine, 0, sizeof *routine);
    routine->slot = NO_SLOT;
    return routine;
}

/* The one that runs. That of a thread is made when somebody asks for it. */
static struct __loci_routine *current(void)
{
    struct __loci_thread *self = __loci_thread_self();
    if (self->routine == NULL) {
        self->routine = new_routine();
        self->routine->slot = self->slot;
    }
    return self->routine;
}

static void read_saved(struct saved *to, const ucontext_t *context)
{
    memcpy(to, context->uc_mcontext.gregs, sizeof *to);
}

static void write_saved(ucontext_t *context, const struct saved *from)
{
    memcpy(context->uc_mcontext.gregs, from, sizeof *from);
}

/* ---- Going elsewhere ---- */

static void begin(int number);

static void start(struct __loci_routine *routine)
{
    routine->slot = __loci_thread_new(begin, __loci_thread_self()->number);
    if (routine->slot == 0) begin(0); /* never: for analyses that ask who calls it */
    if (routine->slot < 0) __loci_unsupported("more contexts with stacks of their own than can be followed at a time (63)");
}

static struct __loci_routine *turn_to(const ucontext_t *context)
{
    struct __loci_routine *before = current();
    read_saved(&pending, context);
    struct __loci_routine *routine = pending.routine;
    if (pending.is_start && routine->slot == NO_SLOT && !routine->has_ended) start(routine);
    if (routine->slot == NO_SLOT) __loci_load_context(&(uint64_t[LOCI_CONTEXT_WORDS]){0}); /* an error */
    __loci_thread_self()->slot = routine->slot;
    __loci_thread_self()->routine = routine;
    return before;
}

/* Somebody has switched to the routine that runs. */
static _Noreturn void arrive(void)
{
    struct __loci_routine *self = current();
    if (self->is_given_up) {
        struct __loci_routine *back = pending.routine;
        self->slot = NO_SLOT;
        __loci_thread_self()->slot = back->slot;
        __loci_thread_self()->routine = back;
        __loci_thread_leave(back->slot);
    }
    __loci_load_context(pending.place);
}

static _Noreturn void go_to(const ucontext_t *context)
{
    struct __loci_routine *before = turn_to(context), *routine = current();
    if (routine != before) __loci_thread_switch(routine->slot);
    arrive();
}

/* ---- Beginning and ending ---- */

static void call(const struct __loci_routine *routine)
{
    typedef void Function(long, long, long, long, long, long, long, long);
    const long *a = routine->arguments;
    if (routine->count == 0) routine->function();
    else ((Function *)routine->function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
}

static void forget(struct __loci_routine *routine)
{
    struct __loci_routine **at = &made;
    while (*at != routine) at = &(*at)->next;
    *at = routine->next;
    routine->has_ended = 1;
}

static void begin(int number)
{
    (void)number;
    struct __loci_routine *self = current();
    call(self);
    forget(self);
    if (self->link == NULL) exit(0);
    turn_to(self->link);
    self->slot = NO_SLOT;
    __loci_thread_leave(current()->slot);
}

/* Its stack is wanted for something else: its variables end. */
static void give_up(struct __loci_routine *routine)
{
    forget(routine);
    routine->is_given_up = 1;
    if (routine->slot == NO_SLOT) return;
    struct __loci_routine *self = current();
    pending.routine = self;
    __loci_thread_self()->slot = routine->slot;
    __loci_thread_self()->routine = routine;
    __loci_thread_switch(routine->slot);
}

static void give_up_those_without_stack(const void *stack)
{
    struct __loci_routine *routine = made, *next;
    for (; routine != NULL; routine = next) {
        next = routine->next;
        if (routine != current() && (routine->stack == stack || !__loci_is_live(routine->stack))) give_up(routine);
    }
}

/* ---- The functions ---- */

static void save(ucontext_t *context, const uint64_t *place)
{
    struct saved saved = {.routine = current()};
    memcpy(saved.place, place, sizeof saved.place);
    write_saved(context, &saved);
}

int getcontext(ucontext_t *context)
{
    uint64_t place[LOCI_CONTEXT_WORDS];
    NEED_STACKS("getcontext");
    __loci_save_context(place);
    save(context, place);
    return 0;
}

int setcontext(const ucontext_t *context)
{
    NEED_STACKS("setcontext");
    go_to(context);
}

int swapcontext(ucontext_t *restrict from, const ucontext_t *restrict to)
{
    uint64_t place[LOCI_CONTEXT_WORDS];
    NEED_STACKS("swapcontext");
    __loci_save_context(place);
    save(from, place);
    go_to(to);
}

/* Arguments are ints; pointers are passed in 64 bits all the same. */
void makecontext(ucontext_t *context, void (*function)(void), int count, ...)
{
    NEED_STACKS("makecontext");
    if (count < 0 || count > MOST_ARGUMENTS) __loci_unsupported("'makecontext': more than eight arguments are not followed");
    give_up_those_without_stack(context->uc_stack.ss_sp);
    struct __loci_routine *routine = new_routine();
    routine->is_made = 1;
    routine->stack = context->uc_stack.ss_sp;
    routine->function = function;
    routine->link = context->uc_link;
    routine->next = made;
    made = routine;
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++) routine->arguments[routine->count++] = va_arg(arguments, long);
    va_end(arguments);
    write_saved(context, &(struct saved){.routine = routine, .is_start = 1});
}
