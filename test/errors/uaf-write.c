// A field of a freed structure is written by a function.
#include <stdlib.h>

struct node { int value, count; };

static void touch(struct node *n)
{
    n->count = 1;
}

static void release(struct node *n)
{
    free(n);
}

int main(void)
{
    struct node *n = calloc(1, sizeof *n);
    release(n);
    touch(n);
    return 0;
}
/* expect:
8:14: error: write of 4 bytes at offset 4 of a freed heap block [use-after-free]
18:22: note: the block is allocated here
13:5: note: the block is freed here
20:5: note: in the call of 'touch' from 'main'
*/
