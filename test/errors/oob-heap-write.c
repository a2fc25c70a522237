// A write far behind a heap block, in a function called by another.
#include <stdlib.h>

static void set(short *v, int i)
{
    v[i] = 7;
}

static void fill(short *v)
{
    set(v, 1);
    set(v, 1000);
}

int main(void)
{
    short *v = calloc(10, sizeof *v);
    fill(v);
    free(v);
    return 0;
}
/* expect:
6:10: error: write of 2 bytes at offset 2000 of a heap block, which has 20 bytes [out-of-bounds]
17:16: note: the block is allocated here
12:5: note: in the call of 'set' from 'fill'
18:5: note: in the call of 'fill' from 'main'
*/
