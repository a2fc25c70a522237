// A number that is the address of nothing.
#include <stdint.h>

int main(void)
{
    int *p = (int *)(uintptr_t)0xdeadbeef;
    return *p;
}
/* expect:
7:12: error: read of 4 bytes through 0xdeadbeef, which points to no object [wild-pointer]
*/
