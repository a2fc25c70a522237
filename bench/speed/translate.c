/* tr: a table is filled at symbolic places and read at symbolic places. */
#include <klee/klee.h>

int main(void) {
    unsigned char map[256], from[4], to[4], text[4];
    klee_make_symbolic(from, sizeof from, "from");
    klee_make_symbolic(to, sizeof to, "to");
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 256; i++) map[i] = (unsigned char)i;
    for (int i = 0; i < 4; i++) map[from[i]] = to[i];
    int changed = 0;
    for (int i = 0; i < 4; i++)
        if (map[text[i]] != text[i]) changed++;
    return changed;
}
