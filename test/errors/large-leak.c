// only: 64
// A pointer to the middle of a block keeps it; what only leads there from a block that is lost is lost, too.
#include <stdlib.h>

static char *kept;

int main(void)
{
    kept = (char *)malloc(5ul << 30) + (4ul << 30);
    *(char **)(kept + 8) = malloc(10); /* in the block that is kept */
    char **lost = malloc(6ul << 30);
    lost[(5ul << 30) / 8] = malloc(20);
    lost = NULL;
    return 0;
}
/* expect:
11:19: error: a heap block of 6442450944 bytes is never freed and nothing points to it at exit [leak]
? 12:29: note: {a heap block of 20 bytes, made here, is lost with it|and so is a heap block of 20 bytes}
...
*/
