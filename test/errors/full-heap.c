// The complete output: an error with the note of its block and a caller.
#include <stdlib.h>

static int last(const int *v, int n)
{
    return v[n];
}

int main(void)
{
    int *v = calloc(3, sizeof *v);
    int r = last(v, 3);
    free(v);
    return r;
}
/* expect-all:
full-heap.c:6:12: error: read of 4 bytes at offset 12 of a heap block, which has 12 bytes [out-of-bounds]
    6 |     return v[n];
      |            ^
full-heap.c:11:14: note: the block is allocated here
   11 |     int *v = calloc(3, sizeof *v);
      |              ^
full-heap.c:12:13: note: in the call of 'last' from 'main'
   12 |     int r = last(v, 3);
      |             ^
*/
