// _Exit runs no handlers and flushes nothing; quick_exit runs its own.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("never printed\n"); fflush(stdout); }
static void quick(void) { printf("at quick exit\n"); fflush(stdout); }

int main(void)
{
    atexit(never);
    at_quick_exit(quick);
    printf("flushed\n");
    fflush(stdout);
    quick_exit(4);
}
