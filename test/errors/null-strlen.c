// A null pointer handed to a library function.
#include <string.h>

int main(void)
{
    const char *volatile s = 0;
    return (int)strlen(s);
}
/* expect:
7:17: error: read of 1 byte through a null pointer, in 'strlen' [null-dereference]
*/
