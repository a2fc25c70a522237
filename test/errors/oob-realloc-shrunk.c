// The part of a block that realloc gave back.
#include <stdlib.h>

int main(void)
{
    char *p = calloc(100, 1);
    p = realloc(p, 10);
    int value = p[50];
    free(p);
    return value;
}
/* expect:
8:17: error: read of 1 byte at offset 50 of a heap block, which has 10 bytes [out-of-bounds]
7:9: note: the block is allocated here
*/
