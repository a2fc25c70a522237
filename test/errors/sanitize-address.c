// cflags: -fsanitize=address,thread
// What Loci cannot execute is left out; the error is found nevertheless.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    p[1] = 1;
    free(p);
    return 0;
}
/* expect:
8:10: error: write of 4 bytes at offset 4 of a heap block, which has 4 bytes [out-of-bounds]
7:14: note: the block is allocated here
*/
