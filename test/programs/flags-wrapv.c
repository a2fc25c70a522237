// cflags: -fwrapv
/* Signed overflow wraps: no error. */
#include <limits.h>
#include <stdio.h>

static int next(int n) { return n + 1; }

int main(void)
{
    volatile int most = INT_MAX, least = INT_MIN;
    volatile long long far = LLONG_MAX;
    volatile short s = SHRT_MAX;
    printf("%d %d %d %d\n", next(most), least - 1, most * most, -least);
    printf("%lld %lld\n", far + 1, far * 3);
    s++;
    printf("%d %d %d\n", s, most << 1, -1 << 3);
    for (int i = most - 2; i > 0; i++) printf("%d\n", i);
    most++;
    least--;
    printf("%d %d %d\n", most, least, __builtin_abs(most));
    return 0;
}
