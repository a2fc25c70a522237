// Allocators of our own on static and heap arrays of bytes: arena, free list, pool; blocks hold structures with pointers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(16) unsigned char storage[4096];
static size_t used;
static void *arena(size_t n, size_t alignment)
{
    used = (used + alignment - 1) & ~(alignment - 1);
    void *p = storage + used;
    used += n;
    return p;
}

struct header { size_t size; struct header *next; };
static struct header *free_list;
static void heap_init(void *memory, size_t n) { free_list = memory, *free_list = (struct header){n - sizeof(struct header), 0}; }
static void *heap_get(size_t n)
{
    n = (n + 15) & ~(size_t)15;
    for (struct header **at = &free_list; *at; at = &(*at)->next) {
        struct header *h = *at;
        if (h->size < n)
            continue;
        if (h->size >= n + 2 * sizeof *h) {
            struct header *rest = (struct header *)((char *)(h + 1) + n);
            *rest = (struct header){h->size - n - sizeof *h, h->next};
            h->size = n;
            *at = rest;
        } else
            *at = h->next;
        return h + 1;
    }
    return NULL;
}
static void heap_put(void *p)
{
    struct header *h = (struct header *)p - 1;
    h->next = free_list;
    free_list = h;
}

struct node { struct node *next; double value; };
union slot { union slot *next; char payload[24]; };

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 10; i++) {
        char *text = arena(3, 1);
        memcpy(text, "ab", 3);
        struct node *n = arena(sizeof *n, _Alignof(struct node));
        n->value = i / 2.0, n->next = list;
        list = n;
    }
    double sum = 0;
    for (struct node *n = list; n; n = n->next)
        sum += n->value;
    printf("%g %d\n", sum, (uintptr_t)list % _Alignof(struct node) == 0);
    void *memory = malloc(2000);
    heap_init(memory, 2000);
    char *blocks[8];
    for (int i = 0; i < 8; i++) {
        blocks[i] = heap_get((size_t)(i + 1) * 20);
        memset(blocks[i], 'a' + i, (size_t)(i + 1) * 20);
    }
    for (int i = 0; i < 8; i += 2)
        heap_put(blocks[i]);
    int *numbers = heap_get(30);
    for (int i = 0; i < 7; i++)
        numbers[i] = i * i;
    int ok = 1;
    for (int i = 1; i < 8; i += 2)
        for (int j = 0; j < (i + 1) * 20; j++)
            ok &= blocks[i][j] == 'a' + i;
    printf("%d %d %d\n", ok, numbers[6], heap_get(5000) == NULL);
    free(memory);
    union slot pool[8], *available = NULL;
    for (int i = 0; i < 8; i++)
        pool[i].next = available, available = &pool[i];
    for (int round = 0; round < 3; round++) {
        union slot *a = available;
        available = a->next;
        union slot *b = available;
        available = b->next;
        sprintf(a->payload, "slot %d", round);
        sprintf(b->payload, "%d", (int)(a - b));
        printf("%s %s ", a->payload, b->payload);
        b->next = available, a->next = b, available = a;
    }
    int count = 0;
    for (union slot *s = available; s; s = s->next)
        count++;
    printf("%d\n", count);
    return 0;
}
