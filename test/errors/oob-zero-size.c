// The memory of malloc(0) must not be used.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(0);
    if (p)
        *p = 1;
    free(p);
    return 0;
}
/* expect:
8:12: error: write of 1 byte at offset 0 of a heap block, which has 0 bytes [out-of-bounds]
6:15: note: the block is allocated here
*/
