// cflags: -fno-sanitize=signed-integer-overflow -fsanitize=unsigned-integer-overflow
// Only unsigned overflow is checked: the signed sum wraps.
#include <limits.h>

int main(void)
{
    volatile int n = INT_MAX;
    volatile unsigned u = UINT_MAX;
    int wrapped = n + 1;
    u = u + 2;
    return wrapped == INT_MIN;
}
/* expect:
10:11: error: unsigned overflow: 4294967295 + 2 does not fit in 'unsigned int' [unsigned-overflow]
*/
