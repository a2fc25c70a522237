// search.h: hash tables, binary trees, linear search, queues.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(a, b); }
static int ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int visited;
static void visit(const void *node, VISIT which, int depth)
{
    (void)depth;
    if (which == postorder || which == leaf)
        printf("%s ", *(char *const *)node), visited++;
}
static void nothing(void *p) { (void)p; }
struct item { struct item *next, *previous; int v; };

int main(void)
{
    static char *words[] = {"pear", "apple", "fig", "kiwi", "date", "plum", "apple"};
    void *root = NULL;
    for (int i = 0; i < 7; i++) {
        char **found = tsearch(words[i], &root, compare);
        if (*found != words[i])
            printf("again %s\n", words[i]);
    }
    twalk(root, visit);
    printf("%d\n", visited);
    printf("%d %d\n", tfind("fig", &root, compare) != NULL, tfind("lime", &root, compare) == NULL);
    tdelete("fig", &root, compare);
    printf("%d\n", tfind("fig", &root, compare) == NULL);
    tdestroy(root, nothing);
    printf("%d\n", hcreate(20) != 0);
    for (int i = 0; i < 6; i++)
        hsearch((ENTRY){words[i], (void *)(long)i}, ENTER);
    ENTRY *e = hsearch((ENTRY){"kiwi", NULL}, FIND);
    printf("%ld %d\n", (long)e->data, hsearch((ENTRY){"none", NULL}, FIND) == NULL);
    hdestroy();
    int v[10] = {5, 3, 8}, key = 8, other = 9;
    size_t n = 3;
    int *p = lfind(&key, v, &n, sizeof *v, ints);
    printf("%d ", (int)(p - v));
    p = lsearch(&other, v, &n, sizeof *v, ints);
    printf("%d %d %d\n", (int)(p - v), (int)n, v[3]);
    struct item a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
    insque(&a, NULL), insque(&c, &a), insque(&b, &a);
    for (struct item *i = &a; i; i = i->next)
        printf("%d ", i->v);
    remque(&b);
    printf("%d\n", a.next->v);
    return 0;
}
