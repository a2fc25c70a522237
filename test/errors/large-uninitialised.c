// only: 64
// Nothing was written behind the first 4 GiB of a block, though at the same place in the first.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(6ul << 30);
    p[5] = 0;
    if (p[(4ul << 30) + 5])
        return 1;
    free(p);
    return 0;
}
/* expect:
9:9: error: branch depends on an uninitialised value [uninitialised]
7:15: note: the value comes from a heap block allocated here
*/
