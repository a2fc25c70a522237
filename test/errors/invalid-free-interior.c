// free of a pointer into the middle of a block.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(40);
    p++;
    free(p);
    return 0;
}
/* expect:
8:5: error: free of a pointer to offset 4 of a heap block, not to its start [invalid-free]
? 6:14: note: the block is allocated here
*/
