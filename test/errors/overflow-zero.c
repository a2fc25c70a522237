// Zero on the left.
#include <limits.h>

int main(void)
{
    volatile int zero = 0, least = INT_MIN;
    return zero - least;
}
/* expect:
7:17: error: signed overflow: 0 - -2147483648 does not fit in 'int' [signed-overflow]
*/
