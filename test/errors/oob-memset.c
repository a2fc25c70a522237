// memset with the size of the wrong object.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(10);
    memset(p + 4, 0, 10);
    free(p);
    return 0;
}
/* expect:
8:5: error: write of 10 bytes at offset 4 of a heap block, which has 10 bytes [out-of-bounds]
7:15: note: the block is allocated here
*/
