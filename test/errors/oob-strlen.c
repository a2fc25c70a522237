// strlen of an array without a terminating zero.
#include <string.h>

static unsigned long measure(const char *s)
{
    return strlen(s);
}

int main(void)
{
    char name[3] = {'a', 'b', 'c'};
    return (int)measure(name);
}
/* expect:
6:12: error: read of 1 byte at offset 3 of 'name', which has 3 bytes, in 'strlen' [out-of-bounds]
11:10: note: 'name' is declared here
12:17: note: in the call of 'measure' from 'main'
*/
