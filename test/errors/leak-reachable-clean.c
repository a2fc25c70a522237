// A block that a global, a static or a field of a reachable block points to is not lost; interior pointers count.
#include <stdlib.h>

struct node { struct node *next; };
static struct node *head;
static char *inside;

static int *memo(void)
{
    static int *values;
    if (!values)
        values = calloc(4, sizeof *values);
    return values;
}

int main(void)
{
    head = calloc(1, sizeof *head);
    head->next = calloc(1, sizeof *head);
    inside = (char *)malloc(100) + 50;
    return memo()[2];
}
/* expect:
*/
