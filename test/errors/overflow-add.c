// Addition of int.
#include <limits.h>

static int sum(int a, int b)
{
    return a + b;
}

int main(void)
{
    return sum(INT_MAX, 1) == 0;
}
/* expect:
6:14: error: signed overflow: 2147483647 + 1 does not fit in 'int' [signed-overflow]
11:12: note: in the call of 'sum' from 'main'
*/
