// A block is given to realloc after it was freed.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(10);
    free(p);
    p = realloc(p, 20);
    free(p);
    return 0;
}
/* expect:
8:9: error: {free|realloc} of a heap block that is already freed{|, in 'realloc'} [double-free]
6:15: note: the block is allocated here
7:5: note: the block is freed here
*/
