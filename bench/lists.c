// Linked lists and binary trees on malloc.
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
struct tree { struct tree *left, *right; int key; };

static struct node *build(int n)
{
    struct node *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i, node->next = list;
        list = node;
    }
    return list;
}

static struct node *reverse(struct node *list)
{
    struct node *result = 0;
    while (list) {
        struct node *next = list->next;
        list->next = result;
        result = list, list = next;
    }
    return result;
}

static long sum(struct node *list)
{
    long total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}

static void release(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = malloc(sizeof *t);
        t->left = t->right = 0, t->key = key;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
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
    if (!t)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void)
{
    long total = 0;
    for (int i = 0; i < 20; i++) {
        struct node *list = build(20000);
        for (int j = 0; j < 3; j++)
            list = reverse(list);
        total += sum(list);
        release(list);
    }
    struct tree *t = 0;
    unsigned seed = 42;
    for (int i = 0; i < 40000; i++) {
        seed = seed * 1103515245u + 12345u;
        t = insert(t, (int)(seed >> 8) % 100000);
    }
    printf("%ld %d\n", total, height(t));
    destroy(t);
    return 0;
}
