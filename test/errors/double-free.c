// A block is freed twice.
#include <stdlib.h>

static void release(void *p)
{
    free(p);
}

int main(void)
{
    char *p = malloc(10);
    free(p);
    release(p);
    return 0;
}
/* expect:
6:5: error: free of a heap block that is already freed [double-free]
11:15: note: the block is allocated here
12:5: note: the block is freed here
13:5: note: in the call of 'release' from 'main'
*/
