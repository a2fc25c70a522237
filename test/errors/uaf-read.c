// A block is read after it was freed.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    return *p;
}
/* expect:
9:12: error: read of 4 bytes at offset 0 of a freed heap block [use-after-free]
6:14: note: the block is allocated here
8:5: note: the block is freed here
*/
