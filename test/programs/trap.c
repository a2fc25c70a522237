/* A trap is the end by a signal, before the streams are flushed. */
#include <stdio.h>

int main(void)
{
    printf("before\n");
    fflush(stdout);
    printf("never seen\n");
    __builtin_trap();
}
