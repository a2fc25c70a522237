// Tables of pointers into each other: jump tables, tries, sparse pages, intrusive trees, strings interned by address.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trie { struct trie *child[26]; int count; };
static void insert(struct trie *t, const char *s)
{
    for (; *s; s++) {
        struct trie **c = &t->child[*s - 'a'];
        if (!*c)
            *c = calloc(1, sizeof **c);
        t = *c;
    }
    t->count++;
}
static int lookup(const struct trie *t, const char *s)
{
    while (t && *s)
        t = t->child[*s++ - 'a'];
    return t ? t->count : 0;
}
static int destroy(struct trie *t)
{
    int n = 1;
    for (int i = 0; i < 26; i++)
        if (t->child[i])
            n += destroy(t->child[i]);
    free(t);
    return n;
}

static int *pages[64];
static int *cell(unsigned address)
{
    int **page = &pages[address >> 6 & 63];
    if (!*page)
        *page = calloc(64, sizeof **page);
    return &(*page)[address & 63];
}

static const char *interned[32];
static const char *intern(const char *s)
{
    int i = 0;
    while (interned[i] && strcmp(interned[i], s))
        i++;
    if (!interned[i])
        interned[i] = strdup(s);
    return interned[i];
}

int main(void)
{
    struct trie *root = calloc(1, sizeof *root);
    const char *words[] = {"tree", "trie", "try", "tree", "algo", "a", "tree"};
    for (int i = 0; i < 7; i++)
        insert(root, words[i]);
    printf("%d %d %d %d ", lookup(root, "tree"), lookup(root, "a"), lookup(root, "tr"), lookup(root, "zzz"));
    printf("%d\n", destroy(root));
    for (unsigned i = 0; i < 4096; i += 97)
        *cell(i) = (int)i;
    int sum = 0, used = 0;
    for (unsigned i = 0; i < 4096; i += 97)
        sum += *cell(i);
    for (int i = 0; i < 64; i++)
        used += pages[i] != NULL;
    printf("%d %d %d\n", sum, used, *cell(5));
    char copy[] = "name";
    printf("%d %d\n", intern("name") == intern(copy), intern("name") == intern("other"));
    return 0;
}
