// A left shift whose result does not fit.
#include <limits.h>

int main(void)
{
    int x = INT_MAX;
    x <<= 1;
    return x != 0;
}
/* expect:
7:7: error: left shift of 2147483647 by 1 does not fit in 'int' [bad-shift]
*/
