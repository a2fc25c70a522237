// An access that begins inside a block and ends outside of it.
#include <stdlib.h>

int main(void)
{
    char *p = calloc(1, 6);
    int value = *(int *)(p + 4);
    free(p);
    return value;
}
/* expect:
7:17: error: read of 4 bytes at offset 4 of a heap block, which has 6 bytes [out-of-bounds]
6:15: note: the block is allocated here
*/
