// The smallest int divided by -1.
#include <limits.h>

int main(void)
{
    int x = INT_MIN, y = -1;
    return x / y > 0;
}
/* expect:
7:14: error: signed overflow: -2147483648 / -1 does not fit in 'int' [signed-overflow]
*/
