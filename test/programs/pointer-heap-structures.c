// Lists, trees and graphs on the heap; pointers to pointers; sharing; cycles broken by hand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree { int key; struct tree *left, *right; };
static struct tree **find(struct tree **at, int key)
{
    while (*at && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    return at;
}
static void insert(struct tree **root, int key)
{
    struct tree **at = find(root, key);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        (*at)->key = key;
    }
}
static void erase(struct tree **root, int key)
{
    struct tree **at = find(root, key), *gone = *at;
    if (!gone)
        return;
    if (!gone->left)
        *at = gone->right;
    else {
        struct tree **most = &gone->left;
        while ((*most)->right)
            most = &(*most)->right;
        struct tree *replacement = *most;
        *most = replacement->left;
        replacement->left = gone->left, replacement->right = gone->right;
        *at = replacement;
    }
    free(gone);
}
static void print(const struct tree *t)
{
    if (t)
        print(t->left), printf("%d ", t->key), print(t->right);
}
static int height(const struct tree *t)
{
    if (!t)
        return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}
static void destroy(struct tree *t)
{
    if (t)
        destroy(t->left), destroy(t->right), free(t);
}

struct node { char *name; struct node **edges; int count; };
static void connect(struct node *from, struct node *to)
{
    from->edges = realloc(from->edges, sizeof *from->edges * (size_t)(from->count + 1));
    from->edges[from->count++] = to;
}

int main(void)
{
    struct tree *root = 0;
    unsigned seed = 12345;
    for (int i = 0; i < 30; i++)
        seed = seed * 1103515245 + 12345, insert(&root, (int)(seed >> 16) % 100);
    print(root);
    printf("\n%d\n", height(root));
    for (int i = 0; i < 100; i += 3)
        erase(&root, i);
    print(root);
    printf("\n");
    destroy(root);
    struct node nodes[4];
    for (int i = 0; i < 4; i++) {
        nodes[i] = (struct node){malloc(8), 0, 0};
        sprintf(nodes[i].name, "node%d", i);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if ((i + j) % 3 == 0)
                connect(&nodes[i], &nodes[j]);
    for (int i = 0; i < 4; i++) {
        printf("%s:", nodes[i].name);
        for (int j = 0; j < nodes[i].count; j++)
            printf(" %s", nodes[i].edges[j]->name);
        printf("\n");
    }
    for (int i = 0; i < 4; i++)
        free(nodes[i].name), free(nodes[i].edges);
    int **jagged = malloc(5 * sizeof *jagged), sum = 0;
    for (int i = 0; i < 5; i++) {
        jagged[i] = malloc((size_t)(i + 1) * sizeof **jagged);
        for (int j = 0; j <= i; j++)
            jagged[i][j] = i == 0 || j == 0 || j == i ? 1 : jagged[i - 1][j] + jagged[i - 1][j - 1];
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j <= i; j++)
            sum += jagged[i][j];
    printf("%d %d\n", sum, jagged[4][2]);
    for (int i = 0; i < 5; i++)
        free(jagged[i]);
    free(jagged);
    return 0;
}
