// cflags: -fwrapv -fsanitize=signed-integer-overflow
// Overflow wraps, and is reported because that is asked for.
#include <limits.h>

int main(void)
{
    volatile int n = INT_MAX;
    n = n + 1;
    return n == 0;
}
/* expect:
8:11: error: signed overflow: 2147483647 + 1 does not fit in 'int' [signed-overflow]
*/
