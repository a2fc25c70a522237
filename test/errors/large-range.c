// only: 64
// A range that begins in a block of 5 GiB and ends behind it; the one before it fits.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = calloc(1, 5ul << 30);
    memset(p + (5ul << 30) - 100, 1, 100);
    memcpy(p + (4ul << 30) - 50, p + (5ul << 30) - 100, 100);
    memset(p + (5ul << 30) - 100, 2, 101);
    free(p);
    return 0;
}
/* expect:
11:5: error: write of 101 bytes at offset 5368709020 of a heap block, which has 5368709120 bytes [out-of-bounds]
8:15: note: the block is allocated here
*/
