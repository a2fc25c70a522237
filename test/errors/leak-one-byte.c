// One byte is lost.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1);
    *p = 0;
    p = 0;
    return p != 0;
}
/* expect:
6:15: error: a heap block of 1 byte is never freed and nothing points to it at exit [leak]
*/
