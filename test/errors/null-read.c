// A read through a null pointer.
#include <stddef.h>

static int get(const int *p)
{
    return *p;
}

int main(void)
{
    return get(NULL);
}
/* expect:
6:12: error: read of 4 bytes through a null pointer [null-dereference]
11:12: note: in the call of 'get' from 'main'
*/
