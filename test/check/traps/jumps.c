/* A place that was set by somebody before: a handler may well jump there. */
#include "../corpus.h"

#include <setjmp.h>

static jmp_buf again;

// run: on_interrupt(0);
void on_interrupt(int signal) {
    if (signal) longjmp(again, signal);
}

// run: start_over();
int start_over(void) {
    if (setjmp(again)) return 1;
    show(0);
    return 0;
}
