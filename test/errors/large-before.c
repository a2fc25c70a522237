// only: 64
// One byte before a block of 5 GiB, from its end; two blocks before it are not it.
#include <stdlib.h>

int main(void)
{
    char *neighbour = malloc(10), *p = malloc(5ul << 30), *end = p + (5ul << 30);
    *neighbour = 1;
    *(end - (5ul << 30)) = 2;
    int sum = *(end - (5ul << 30) - 1);
    free(p);
    free(neighbour);
    return sum;
}
/* expect:
10:15: error: read of 1 byte at offset -1 of a heap block, which has 5368709120 bytes [out-of-bounds]
7:40: note: the block is allocated here
*/
