// _Thread_local variables of a single thread: initial values, static, arrays, addresses.
#include <stdio.h>

_Thread_local int counter = 5;
static __thread char buffer[16] = "local";
static _Thread_local double zero;

static int next(void)
{
    static _Thread_local int n = 100;
    return n++;
}

static int *address(void) { return &counter; }

int main(void)
{
    counter++;
    *address() += 10;
    printf("%d %s %g\n", counter, buffer, zero);
    buffer[0] = 'v';
    zero -= 1.5;
    printf("%s %g\n", buffer, zero);
    next(), next();
    printf("%d %d\n", next(), address() == &counter);
    return 0;
}
