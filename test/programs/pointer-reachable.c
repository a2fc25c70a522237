// Blocks that are still reachable at exit are no leak: from globals, statics, inside other blocks, by interior pointers.
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; int v; };
static struct node *list;
static int *interior;
static char **environment_like;
int *exported;

static int *cache(int n)
{
    static int *memo;
    if (!memo)
        memo = calloc(10, sizeof *memo);
    memo[n]++;
    return memo;
}

int main(void)
{
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list, n->v = i;
        list = n;
    }
    int *block = malloc(10 * sizeof *block);
    block[4] = 7;
    interior = block + 4;
    block = 0;
    environment_like = malloc(2 * sizeof *environment_like);
    environment_like[0] = malloc(3);
    environment_like[1] = 0;
    exported = malloc(sizeof *exported);
    *exported = 5;
    printf("%d %d %d %d\n", list->next->v, *interior, *cache(3) + cache(3)[3], *exported);
    return 0;
}
