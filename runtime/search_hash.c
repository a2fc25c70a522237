/* hsearch: a hash table of fixed size, open addressing with linear probing. */
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* The GNU C library declares this type and leaves it to its implementation. */
struct _ENTRY {
    _Bool used;
    ENTRY entry;
};

static int refuse(int error)
{
    errno = error;
    return 0;
}

int hcreate_r(size_t count, struct hsearch_data *table)
{
    if (table == NULL) return refuse(EINVAL);
    if (table->table != NULL) return 0;
    size_t size = count < 3 ? 4 : count + count / 4 + 1;
    table->table = calloc(size, sizeof *table->table);
    if (table->table == NULL) return refuse(ENOMEM);
    table->size = (unsigned)size;
    table->filled = 0;
    return 1;
}

void hdestroy_r(struct hsearch_data *table)
{
    free(table->table);
    table->table = NULL;
}

static unsigned hash(const char *key)
{
    unsigned value = 5381;
    for (; *key != '\0'; key++) value = value * 33u ^ (unsigned char)*key;
    return value;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table)
{
    unsigned at = hash(item.key) % table->size;
    for (unsigned i = 0; i < table->size; i++, at = (at + 1) % table->size) {
        struct _ENTRY *slot = &table->table[at];
        if (slot->used && strcmp(slot->entry.key, item.key) != 0) continue;
        if (!slot->used) {
            if (action == FIND) break;
            slot->used = 1;
            slot->entry = item;
            table->filled++;
        }
        *result = &slot->entry;
        return 1;
    }
    *result = NULL;
    return refuse(action == FIND ? ESRCH : ENOMEM);
}

static struct hsearch_data shared;

int hcreate(size_t count)
{
    return hcreate_r(count, &shared);
}

void hdestroy(void)
{
    hdestroy_r(&shared);
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
    ENTRY *result;
    hsearch_r(item, action, &result, &shared);
    return result;
}
