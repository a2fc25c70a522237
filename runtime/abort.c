/* Abnormal ends. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "loci_os.h"
#include "loci_process.h"

/* Set by signal.c when a handler is installed, so that abort alone does not load it. */
void (*__loci_raise_abort)(void);

void abort(void)
{
    __loci_fail(LOCI_ABORT, "abort is called");
    if (__loci_raise_abort != NULL) __loci_raise_abort();
    __loci_die_by_signal(SIGABRT);
}

_Noreturn void __loci_abort_with(const char *text)
{
    __loci_os_write(2, text, strlen(text));
    abort();
}
