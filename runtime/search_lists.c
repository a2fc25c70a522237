/* Linear search and doubly linked queues. */
#define _GNU_SOURCE
#include <search.h>
#include <string.h>

typedef int compare_function(const void *, const void *);

static void *find(const void *key, const void *elements, size_t count, size_t size, compare_function *compare)
{
    for (size_t i = 0; i < count; i++) {
        const char *element = (const char *)elements + i * size;
        if (compare(key, element) == 0) return (void *)element;
    }
    return NULL;
}

void *lfind(const void *key, const void *elements, size_t *count, size_t size, compare_function *compare)
{
    return find(key, elements, *count, size, compare);
}

void *lsearch(const void *key, void *elements, size_t *count, size_t size, compare_function *compare)
{
    void *found = find(key, elements, *count, size, compare);
    if (found != NULL) return found;
    return memcpy((char *)elements + (*count)++ * size, key, size);
}

/* Every element of a queue begins like this. */
struct link {
    struct link *next, *previous;
};

void insque(void *element, void *before)
{
    struct link *link = element, *previous = before;
    if (previous == NULL) {
        link->next = link->previous = NULL;
        return;
    }
    link->next = previous->next;
    link->previous = previous;
    if (previous->next != NULL) previous->next->previous = link;
    previous->next = link;
}

void remque(void *element)
{
    struct link *link = element;
    if (link->next != NULL) link->next->previous = link->previous;
    if (link->previous != NULL) link->previous->next = link->next;
}
