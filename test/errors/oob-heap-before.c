// A write before the start of a heap block.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    char *q = p + 2;
    for (int i = 0; i < 4; i++)
        *q-- = 0;
    free(p);
    return 0;
}
/* expect:
9:14: error: write of 1 byte at offset -1 of a heap block, which has 3 bytes [out-of-bounds]
6:15: note: the block is allocated here
*/
