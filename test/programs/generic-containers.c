// Containers on void pointers: vector, hash map, heap, ring buffer, linked stack.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector { void *data; size_t n, capacity, width; };
static void *vector_push(struct vector *v, const void *item)
{
    if (v->n == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 4;
        v->data = realloc(v->data, v->capacity * v->width);
    }
    return memcpy((char *)v->data + v->n++ * v->width, item, v->width);
}
static void *vector_at(const struct vector *v, size_t i) { return (char *)v->data + i * v->width; }

struct map { struct pair { char *key; void *value; struct pair *next; } *buckets[16]; };
static void **map_at(struct map *m, const char *key)
{
    unsigned h = 5381;
    for (const char *p = key; *p; p++)
        h = h * 33 + (unsigned char)*p;
    struct pair **at = &m->buckets[h % 16];
    while (*at && strcmp((*at)->key, key))
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at);
        (*at)->key = strdup(key);
    }
    return &(*at)->value;
}

static void heap_push(int *heap, int *n, int value)
{
    int i = (*n)++;
    for (; i && heap[(i - 1) / 2] > value; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = value;
}
static int heap_pop(int *heap, int *n)
{
    int top = heap[0], last = heap[--*n], i = 0;
    for (int child; (child = 2 * i + 1) < *n; i = child) {
        if (child + 1 < *n && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= last)
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

int main(void)
{
    struct vector doubles = {.width = sizeof(double)}, strings = {.width = sizeof(char *)};
    for (int i = 0; i < 50; i++) {
        double d = i * 0.5;
        vector_push(&doubles, &d);
        char text[8];
        snprintf(text, sizeof text, "s%d", i);
        vector_push(&strings, &(char *){strdup(text)});
    }
    printf("%g %s\n", *(double *)vector_at(&doubles, 49), *(char **)vector_at(&strings, 33));
    for (size_t i = 0; i < strings.n; i++)
        free(*(char **)vector_at(&strings, i));
    free(doubles.data), free(strings.data);
    struct map m = {{0}};
    static int numbers[40];
    for (int i = 0; i < 40; i++) {
        char key[8];
        snprintf(key, sizeof key, "key%d", i % 25);
        numbers[i] = i;
        *map_at(&m, key) = &numbers[i];
    }
    printf("%d %d\n", *(int *)*map_at(&m, "key3"), *(int *)*map_at(&m, "key20"));
    int keys = 0;
    for (int i = 0; i < 16; i++)
        while (m.buckets[i]) {
            struct pair *next = m.buckets[i]->next;
            free(m.buckets[i]->key), free(m.buckets[i]);
            m.buckets[i] = next, keys++;
        }
    printf("%d\n", keys);
    int heap[32], n = 0;
    for (int i = 0; i < 20; i++)
        heap_push(heap, &n, i * 7 % 20);
    while (n > 15)
        printf("%d ", heap_pop(heap, &n));
    printf("\n");
    char ring[8];
    unsigned head = 0, tail = 0;
    for (const char *p = "a ring buffer"; *p; p++) {
        ring[head++ % 8] = *p;
        if (head - tail == 8 || !p[1])
            while (tail != head)
                putchar(ring[tail++ % 8]);
    }
    printf("\n");
    return 0;
}
