// malloc does not clear its memory.
#include <stdlib.h>

int main(void)
{
    int *count = malloc(10 * sizeof *count);
    count[0] = 0;
    int n = 0;
    for (int i = 0; i < 10; i++)
        if (count[i] == 0)
            n++;
    free(count);
    return n;
}
/* expect:
10:13: error: branch depends on an uninitialised value [uninitialised]
6:18: note: the value comes from a heap block allocated here
*/
