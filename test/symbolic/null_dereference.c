// A search that finds nothing gives null, which is dereferenced.
#include "harness.h"
#include <stdio.h>

struct entry {
    int key, value;
};

static struct entry *find(struct entry *entries, int count, int key) {
    for (int i = 0; i < count; i++)
        if (entries[i].key == key)
            return &entries[i];
    return NULL;
}

int main(void) {
    struct entry entries[] = {{1, 10}, {4, 40}, {6, 60}};
    int x = klee_range(0, 16, "x"), y = klee_range(0, 16, "y");
    struct entry *a = find(entries, 3, x), *b = find(entries, 3, y);
    if (a && x >= 4) {
        if (a->value + b->value > 100) { // b may be null
            puts("rich");
            return 1;
        }
        puts("modest");
    } else
        puts("nothing");
    return 0;
}
