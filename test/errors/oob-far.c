// An index of a hundred million.
#include <stdlib.h>

int main(void)
{
    double *d = malloc(sizeof(double));
    *d = 1;
    d[100000000] = 2;
    free(d);
    return 0;
}
/* expect:
8:18: error: write of 8 bytes at offset 800000000 of a heap block, which has 8 bytes [out-of-bounds]
6:17: note: the block is allocated here
*/
