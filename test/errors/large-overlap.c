// only: 64
// Places 4 GiB apart do not overlap, though the low halves of their addresses are the same; places 10 bytes apart do.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = calloc(1, 9ul << 30);
    memcpy(p + (4ul << 30), p, 100);
    memcpy(p + (8ul << 30) - 50, p + (8ul << 30) - 40, 100);
    free(p);
    return 0;
}
/* expect:
10:5: error: memcpy of 100 bytes between overlapping ranges [overlap]
*/
