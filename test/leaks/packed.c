// The only pointer to a block stands where no pointer is aligned.
// found: leak:15 leak:16
#include <klee/klee.h>
#include <stdlib.h>

struct __attribute__((packed)) entry {
    char tag;
    char *text;
};

static struct entry entries[2];

static void build(int which, int drop) {
    char *texts[3] = {NULL, NULL, NULL};
    texts[0] = malloc(8);
    texts[1] = malloc(9);
    entries[0].text = texts[which];
    entries[1].text = texts[1 - (which & 1)];
    if (drop)
        entries[1].text = NULL;
}

int main(void) {
    build(klee_range(0, 3, "which"), klee_range(0, 2, "drop"));
    return 0;
}
