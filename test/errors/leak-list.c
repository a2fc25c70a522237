// The head of a list is set to null; the second node hangs on the first.
#include <stdlib.h>

struct node { struct node *next; long value; };
static struct node *head;

int main(void)
{
    struct node *second = calloc(1, sizeof *second);
    head = calloc(1, sizeof *head);
    head->next = second;
    second = 0;
    head = 0;
    return 0;
}
/* expect:
? 9:27: error: a heap block of {32:8|64:16} bytes is never freed and nothing points to it at exit [leak]
10:12: error: a heap block of {32:8|64:16} bytes is never freed and nothing points to it at exit [leak]
? 9:27: error: a heap block of {32:8|64:16} bytes is never freed and nothing points to it at exit [leak]
*/
