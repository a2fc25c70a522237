/* tsearch and its relatives, as a plain unbalanced binary tree. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>

/* The key comes first: the program reads it through a pointer to the node. */
struct node {
    const void *key;
    struct node *left, *right;
};

typedef int compare_function(const void *, const void *);

/* The link that holds the key, or the empty one where it belongs. */
static struct node **find_link(struct node **link, const void *key, compare_function *compare)
{
    while (*link != NULL) {
        int order = compare(key, (*link)->key);
        if (order == 0) break;
        link = order < 0 ? &(*link)->left : &(*link)->right;
    }
    return link;
}

void *tsearch(const void *key, void **root, compare_function *compare)
{
    if (root == NULL) return NULL;
    struct node **link = find_link((struct node **)root, key, compare);
    if (*link == NULL) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL) return NULL;
        *node = (struct node){key, NULL, NULL};
        *link = node;
    }
    return *link;
}

void *tfind(const void *key, void *const *root, compare_function *compare)
{
    return root == NULL ? NULL : *find_link((struct node **)root, key, compare);
}

/* Takes a node out of the tree, putting its successor in its place where it has two children. */
static void remove_node(struct node **link)
{
    struct node *node = *link;
    if (node->left == NULL) {
        *link = node->right;
    } else if (node->right == NULL) {
        *link = node->left;
    } else {
        struct node **next = &node->right;
        while ((*next)->left != NULL) next = &(*next)->left;
        struct node *successor = *next;
        *next = successor->right;
        successor->left = node->left;
        successor->right = node->right;
        *link = successor;
    }
    free(node);
}

/* Returns the parent, or the root pointer's owner in place of a parent when the root goes. */
void *tdelete(const void *restrict key, void **restrict root, compare_function *compare)
{
    if (root == NULL) return NULL;
    struct node *parent = NULL, **link = (struct node **)root;
    while (*link != NULL) {
        int order = compare(key, (*link)->key);
        if (order == 0) {
            remove_node(link);
            return parent != NULL ? (void *)parent : (void *)root;
        }
        parent = *link;
        link = order < 0 ? &parent->left : &parent->right;
    }
    return NULL;
}

static void walk(const struct node *node, __action_fn_t action, int depth)
{
    if (node->left == NULL && node->right == NULL) {
        action(node, leaf, depth);
        return;
    }
    action(node, preorder, depth);
    if (node->left != NULL) walk(node->left, action, depth + 1);
    action(node, postorder, depth);
    if (node->right != NULL) walk(node->right, action, depth + 1);
    action(node, endorder, depth);
}

void twalk(const void *root, __action_fn_t action)
{
    if (root != NULL && action != NULL) walk(root, action, 0);
}

static void walk_with(const struct node *node, void (*action)(const void *, VISIT, void *), void *context)
{
    if (node->left == NULL && node->right == NULL) {
        action(node, leaf, context);
        return;
    }
    action(node, preorder, context);
    if (node->left != NULL) walk_with(node->left, action, context);
    action(node, postorder, context);
    if (node->right != NULL) walk_with(node->right, action, context);
    action(node, endorder, context);
}

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *context)
{
    if (root != NULL && action != NULL) walk_with(root, action, context);
}

/* Frees the tree without recursion: left children are turned up until there are none. */
void tdestroy(void *root, __free_fn_t free_key)
{
    struct node *node = root;
    while (node != NULL) {
        if (node->left != NULL) {
            struct node *left = node->left;
            node->left = left->right;
            left->right = node;
            node = left;
            continue;
        }
        struct node *right = node->right;
        free_key((void *)node->key);
        free(node);
        node = right;
    }
}
