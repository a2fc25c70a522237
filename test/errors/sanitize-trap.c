// cflags: -fsanitize=undefined -fsanitize-trap=all
// How a check would fail natively makes no difference.
#include <limits.h>

int main(void)
{
    volatile int n = INT_MIN;
    return -n == 0;
}
/* expect:
8:12: error: signed overflow: -(-2147483648) does not fit in 'int' [signed-overflow]
*/
