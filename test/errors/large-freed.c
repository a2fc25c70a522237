// only: 64
// A pointer far into a block of 6 GiB that realloc has moved.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(6ul << 30), *far = p + (5ul << 30);
    *far = 1;
    p = realloc(p, 7ul << 30);
    *far = 2;
    free(p);
    return 0;
}
/* expect:
10:10: error: write of 1 byte at offset 5368709120 of a freed heap block [use-after-free]
7:15: note: the block is allocated here
9:9: note: the block is freed here
*/
