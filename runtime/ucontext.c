/* <ucontext.h>: contexts are not followed. */
#include <ucontext.h>
#include "loci_machine.h"

#define NO_CONTEXTS(name) __loci_unsupported("'" name "': contexts with a stack of their own are not followed (setjmp and threads are)")

int getcontext(ucontext_t *context)
{
    (void)context;
    NO_CONTEXTS("getcontext");
}

int setcontext(const ucontext_t *context)
{
    (void)context;
    NO_CONTEXTS("setcontext");
}

void makecontext(ucontext_t *context, void (*function)(void), int count, ...)
{
    (void)context, (void)function, (void)count;
    NO_CONTEXTS("makecontext");
}

int swapcontext(ucontext_t *restrict from, const ucontext_t *restrict to)
{
    (void)from, (void)to;
    NO_CONTEXTS("swapcontext");
}
