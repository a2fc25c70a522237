// Decrement of the smallest int.
#include <limits.h>

int main(void)
{
    int x = INT_MIN;
    --x;
    return x > 0;
}
/* expect:
7:5: error: signed overflow: -2147483648 - 1 does not fit in 'int' [signed-overflow]
*/
