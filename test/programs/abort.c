// stderr: any
// abort ends the program with SIGABRT (status 134); what was not flushed is lost.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("not run\n"); }

int main(void)
{
    atexit(never);
    printf("before\n");
    fflush(stdout);
    abort();
}
