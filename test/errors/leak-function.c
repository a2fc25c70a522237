// The only pointer to a block is a local of a function that returned.
#include <stdlib.h>

static int use(int n)
{
    int *p = malloc(4 * sizeof *p);
    p[0] = n;
    return p[0] * 2;
}

int main(void)
{
    return use(21) - 42;
}
/* expect:
6:14: error: a heap block of 16 bytes is never freed and nothing points to it at exit [leak]
? 13:12: note: in the call of 'use' from 'main'
*/
