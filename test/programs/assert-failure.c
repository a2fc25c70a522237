// stderr: any
// A failed assertion aborts.
#include <assert.h>
#include <stdio.h>

static int check(int x)
{
    assert(x > 0);
    return x;
}

int main(void)
{
    printf("%d\n", check(1));
    fflush(stdout);
    printf("%d\n", check(-1));
    return 0;
}
