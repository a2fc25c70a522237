// Subtraction of int.
#include <limits.h>

int main(void)
{
    int small = INT_MIN, two = 2;
    return small - two > 0;
}
/* expect:
7:18: error: signed overflow: -2147483648 - 2 does not fit in 'int' [signed-overflow]
*/
