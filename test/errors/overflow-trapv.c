// cflags: -fno-sanitize=signed-integer-overflow -ftrapv
// Overflow traps.
#include <limits.h>

int main(void)
{
    volatile int n = INT_MAX;
    int sum = n + 1;
    return sum == 0;
}
/* expect:
8:17: error: the sanitizer's check 'add_overflow' fails [sanitizer-check]
*/
