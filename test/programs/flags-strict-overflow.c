// cflags: -fno-strict-overflow
/* Another name of -fwrapv. */
#include <limits.h>
#include <stdio.h>

int main(void)
{
    volatile int most = INT_MAX;
    int sum = most + 1;
    printf("%d %d\n", sum, sum < most);
    return 0;
}
