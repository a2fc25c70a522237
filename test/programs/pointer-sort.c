// Pointers sorted, swapped, reversed, searched: by what they point to and by address within one array.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { const char *name; int age; };

static int by_name(const void *a, const void *b) { return strcmp((*(struct person *const *)a)->name, (*(struct person *const *)b)->name); }
static int by_age(const void *a, const void *b) { return (*(struct person *const *)a)->age - (*(struct person *const *)b)->age; }
static int by_address(const void *a, const void *b)
{
    const char *p = *(char *const *)a, *q = *(char *const *)b;
    return (p > q) - (p < q);
}
static int strings(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

int main(void)
{
    struct person people[] = {{"Marie", 66}, {"Ada", 36}, {"Emmy", 53}, {"Grace", 85}, {"Sofia", 41}};
    struct person *order[5];
    for (int i = 0; i < 5; i++)
        order[i] = &people[i];
    qsort(order, 5, sizeof *order, by_name);
    for (int i = 0; i < 5; i++)
        printf("%s ", order[i]->name);
    qsort(order, 5, sizeof *order, by_age);
    for (int i = 0; i < 5; i++)
        printf("%s ", order[i]->name);
    qsort(order, 5, sizeof *order, by_address);
    for (int i = 0; i < 5; i++)
        printf("%d ", order[i] == &people[i]);
    printf("\n");
    const char *words[] = {"pear", "apple", "fig", "quince", "cherry", "banana"}, *key = "fig";
    qsort(words, 6, sizeof *words, strings);
    const char **found = bsearch(&key, words, 6, sizeof *words, strings);
    printf("%s %d %s %s\n", *found, (int)(found - words), words[0], words[5]);
    char text[] = "one,two,three", *parts[3], *p = text;
    for (int i = 0; i < 3; i++) {
        parts[i] = p;
        p = strchr(p, ',');
        if (p)
            *p++ = 0;
    }
    for (int i = 0, j = 2; i < j; i++, j--) {
        char *t = parts[i];
        parts[i] = parts[j], parts[j] = t;
    }
    printf("%s %s %s\n", parts[0], parts[1], parts[2]);
    return 0;
}
