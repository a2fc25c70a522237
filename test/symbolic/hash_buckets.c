// A hash table with chains: the bucket of a symbolic key, then the entry in it.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

struct entry {
    int key;
    struct entry *next;
};

static unsigned hash(int key) {
    unsigned h = 5381;
    for (int i = 0; i < 2; i++)
        h = h * 33 + ((unsigned)key >> (8 * i) & 255);
    return h;
}

int main(void) {
    struct entry entries[5], *buckets[4] = {0};
    for (int i = 0; i < 5; i++) {
        entries[i].key = 7 * i;
        entries[i].next = buckets[hash(7 * i) % 4];
        buckets[hash(7 * i) % 4] = &entries[i];
    }
    unsigned short key = __VERIFIER_nondet_ushort();
    struct entry *found = buckets[hash(key) % 4];
    while (found && found->key != key)
        found = found->next;
    if (!found)
        puts("missing");
    else if (found == &entries[3])
        puts("21");
    else
        puts("present");
    return 0;
}
