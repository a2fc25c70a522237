#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static void (*exhausted)(size_t wanted);

void set_memory_exhausted_handler(void (*handler)(size_t wanted)) { exhausted = handler; }

static void *checked(void *block, size_t size) {
    if (UNLIKELY(!block && size)) {
        if (exhausted) exhausted(size);
        abort();
    }
    return block;
}

void *xmalloc(size_t size) { return checked(malloc(size), size); }
void *xcalloc(size_t count, size_t size) { return checked(calloc(count, size), count && size ? size : 0); }
void *xrealloc(void *block, size_t size) { return checked(realloc(block, size), size); }

char *xstrdup(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

u64 hash_bytes(const void *bytes, size_t length) {
    const u8 *p = bytes;
    u64 hash = 0x2545f4914f6cdd1du ^ length;
    for (; length >= 8; p += 8, length -= 8) {
        u64 word;
        memcpy(&word, p, 8);
        hash = hash_mix(hash ^ word);
    }
    u64 tail = 0;
    if (length) memcpy(&tail, p, length); /* no bytes may be at no address */
    return hash_mix(hash ^ tail);
}
