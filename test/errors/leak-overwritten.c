// The pointer to a block is overwritten.
#include <stdlib.h>

static char *current;

int main(void)
{
    current = malloc(10);
    current[0] = 'a';
    current = malloc(20);
    current[0] = 'b';
    return 0;
}
/* expect:
8:15: error: a heap block of 10 bytes is never freed and nothing points to it at exit [leak]
*/
