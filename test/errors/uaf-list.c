// The next pointer of a list is read after its node was freed.
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next)
        free(n);
    return 0;
}
/* expect:
14:43: error: read of {32:4|64:8} bytes at offset 0 of a freed heap block [use-after-free]
10:26: note: the block is allocated here
15:9: note: the block is freed here
*/
