// Negation of the smallest int.
#include <limits.h>

int main(void)
{
    int x = INT_MIN;
    return -x > 0;
}
/* expect:
7:12: error: signed overflow: -(-2147483648) does not fit in 'int' [signed-overflow]
*/
