// A read behind a heap block.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof(int));
    for (int i = 0; i < 4; i++)
        p[i] = i;
    int last = p[4];
    free(p);
    return last;
}
/* expect:
9:16: error: read of 4 bytes at offset 16 of a heap block, which has 16 bytes [out-of-bounds]
6:14: note: the block is allocated here
*/
