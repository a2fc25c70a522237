/* What was computed once, on disk, by the hash of everything it was computed from.
 *
 * A file an entry, which begins with the hash of what follows: one that is damaged is none. Files are written elsewhere and
 * renamed, so that several processes may read and write at the same time. What nobody has asked for in a month goes. */
#ifndef BASE_CACHE_H
#define BASE_CACHE_H

#include "base/text.h"

enum { CACHE_KEY = 65 };

typedef struct {
    char *folder; /* NULL: nothing is kept */
} Cache;

/* The folder is made if it is not there; if that fails nothing is kept. NULL: the user's cache folder. */
void cache_open(Cache *cache, const char *folder);
void cache_close(Cache *cache);

void cache_key(const Text *content, char key[CACHE_KEY]);
bool cache_get(const Cache *cache, const char *key, Text *value);
void cache_put(const Cache *cache, const char *key, const Text *value);

#endif
