// The complete output: allocated and freed in different functions.
#include <stdlib.h>

static void destroy(int **p)
{
    free(*p);
}

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 4;
    destroy(&p);
    *p = 5;
    return 0;
}
/* expect-all:
full-use-after-free.c:14:8: error: write of 4 bytes at offset 0 of a freed heap block [use-after-free]
   14 |     *p = 5;
      |        ^
full-use-after-free.c:11:14: note: the block is allocated here
   11 |     int *p = malloc(sizeof *p);
      |              ^
full-use-after-free.c:6:5: note: the block is freed here
    6 |     free(*p);
      |     ^
*/
