// An uninitialised pointer is followed.
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void)
{
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    int value = n->next->value;
    free(n);
    return value;
}
/* expect:
10:26: error: address depends on an uninitialised value [uninitialised]
8:22: note: the value comes from a heap block allocated here
*/
