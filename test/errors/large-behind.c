// only: 64
// The byte just behind a block of 5 GiB, reached from its middle.
#include <stdlib.h>

int main(void)
{
    char *p = calloc(5, 1ul << 30), *middle = p + (3ul << 30);
    middle[(2ul << 30) - 1] = 1;
    int sum = middle[2ul << 30];
    free(p);
    return sum;
}
/* expect:
9:15: error: read of 1 byte at offset 5368709120 of a heap block, which has 5368709120 bytes [out-of-bounds]
7:15: note: the block is allocated here
*/
