// only: 64
// A word of which the last byte is behind the end of a block of more than 8 GiB.
#include <stdlib.h>

int main(void)
{
    char *p = malloc((8ul << 30) + 5);
    *(int *)(p + (8ul << 30) + 1) = 1;
    *(int *)(p + (8ul << 30) + 2) = 1;
    free(p);
    return 0;
}
/* expect:
9:35: error: write of 4 bytes at offset 8589934594 of a heap block, which has 8589934597 bytes [out-of-bounds]
7:15: note: the block is allocated here
*/
