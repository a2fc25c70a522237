// cflags: -fno-sanitize=shift,signed-integer-overflow
/* What the flags do not want checked does what the processor does. */
#include <limits.h>
#include <stdio.h>

int main(void)
{
    volatile int one = 1, far = 33, most = INT_MAX;
    volatile unsigned u = 0x80000001u;
    volatile long long wide = 1;
    printf("%d %d %u\n", one << far, -16 >> far, u >> far);
    printf("%lld\n", wide << 63);
    printf("%d\n", most + one);
    return 0;
}
