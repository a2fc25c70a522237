/* Abnormal ends. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "loci_machine.h"
#include "loci_process.h"

/* Set by signal.c when a handler is installed, so that abort alone does not load it. */
void (*__loci_raise_abort)(void);

void abort(void)
{
    if (__loci_raise_abort != NULL) __loci_raise_abort();
    __loci_die_by_signal(SIGABRT);
}

_Noreturn void __loci_abort_with(const char *text)
{
    __loci_sys_write(2, text, strlen(text));
    abort();
}
