// A table of characters that inputs are written to, and text that went through it, keep no block: one path.
// paths: 1
// found: leak:21
#include <klee/klee.h>
#include <stdlib.h>

static unsigned char translated[256], text[64], out[64];

static void build(void) {
    unsigned char from[2], to[2];
    klee_make_symbolic(from, sizeof from, "from");
    klee_make_symbolic(to, sizeof to, "to");
    klee_make_symbolic(text, 8, "text");
    for (int i = 0; i < 256; i++)
        translated[i] = (unsigned char)i;
    for (int i = 0; i < 2; i++)
        translated[from[i]] = to[i];
    for (int i = 0; i < 8; i++)
        out[i] = translated[text[i]];

    char *block = malloc(5);
    block[0] = 1;
}

int main(void) {
    build();
    return 0;
}
