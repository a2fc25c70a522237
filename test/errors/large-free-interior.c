// only: 64
// Free of a pointer to the second half of a block of 8 GiB.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8ul << 30);
    free(p + (4ul << 30));
    return 0;
}
/* expect:
8:5: error: free of a pointer to offset 4294967296 of a heap block, not to its start [invalid-free]
7:15: note: the block is allocated here
*/
