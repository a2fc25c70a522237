// Increment of the largest int.
#include <limits.h>

int main(void)
{
    int x = INT_MAX - 2;
    for (int i = 0; i < 3; i++)
        x++;
    return x > 0;
}
/* expect:
8:10: error: signed overflow: 2147483647 + 1 does not fit in 'int' [signed-overflow]
*/
