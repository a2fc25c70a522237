/* A hash table with chains, after the Apache Portable Runtime driver of "A Segmented Memory Model for Symbolic Execution".
 *
 * Fifteen elements are put in under known keys; then keys that can be anything are looked up (-DLOOKUPS=2: two of
 * them). The bucket of a symbolic key is a pointer to any chain, and each step along a chain is another.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

#ifndef LOOKUPS
#define LOOKUPS 2
#endif
enum { BUCKETS = 16, ELEMENTS = 15 };

struct entry {
    struct entry *next;
    unsigned hash;
    const void *key;
    size_t length;
    const char *value;
};

struct table {
    struct entry **buckets;
    unsigned mask, count;
};

/* Bernstein's "times 33". */
static unsigned hash_bytes(const unsigned char *bytes, size_t length) {
    unsigned hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * 33 + bytes[i];
    return hash;
}

static struct table *table_new(void) {
    struct table *table = malloc(sizeof *table);
    table->buckets = calloc(BUCKETS, sizeof *table->buckets);
    table->mask = BUCKETS - 1;
    table->count = 0;
    return table;
}

/* The place that holds the entry of a key, or the end of its chain. */
static struct entry **find(struct table *table, const void *key, size_t length, unsigned hash) {
    struct entry **place = &table->buckets[hash & table->mask];
    while (*place && ((*place)->hash != hash || (*place)->length != length || memcmp((*place)->key, key, length) != 0))
        place = &(*place)->next;
    return place;
}

static void table_set(struct table *table, const void *key, size_t length, const char *value) {
    unsigned hash = hash_bytes(key, length);
    struct entry **place = find(table, key, length, hash);
    if (!*place) {
        *place = malloc(sizeof **place);
        **place = (struct entry){NULL, hash, key, length, NULL};
        table->count++;
    }
    (*place)->value = value;
}

static const char *table_get(struct table *table, const void *key, size_t length) {
    struct entry *entry = *find(table, key, length, hash_bytes(key, length));
    return entry ? entry->value : NULL;
}

int main(void) {
    static struct table *table;
    table = table_new();
    for (int i = 0; i < ELEMENTS; i++) {
        int *key = malloc(sizeof *key);
        *key = i;
        table_set(table, key, sizeof *key, "A value");
    }
    int keys[LOOKUPS];
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < LOOKUPS; i++)
        if (table_get(table, &keys[i], sizeof keys[i]))
            puts("present");
        else
            puts("missing");
    return 0;
}
