// The freed block is read after another block of the same size was allocated.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(16);
    *a = 1;
    free(a);
    int *b = malloc(16);
    *b = 2;
    int value = *a;
    free(b);
    return value;
}
/* expect:
11:17: error: read of 4 bytes at offset 0 of a freed heap block [use-after-free]
6:14: note: the block is allocated here
8:5: note: the block is freed here
*/
