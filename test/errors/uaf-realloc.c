// The old pointer is used after realloc moved the block.
#include <stdlib.h>

int main(void)
{
    char *old = malloc(8);
    old[0] = 'a';
    char *new = realloc(old, 100000);
    char c = old[0];
    free(new);
    return c;
}
/* expect:
9:14: error: read of 1 byte at offset 0 of a freed heap block [use-after-free]
6:17: note: the block is allocated here
8:17: note: the block is freed here
*/
