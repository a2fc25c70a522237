/* Counts lines and words: a switch for each character, and most ways of it are not possible or lead to the same. */
#include <klee/klee.h>

int main(void) {
    unsigned char text[9];
    unsigned lines = 0, words = 0, columns = 0;
    int in_word = 0;
    klee_make_symbolic(text, sizeof text, "text");
    for (unsigned i = 0; i < sizeof text; i++) {
        switch (text[i]) {
        case '\n': lines++; /* fall through */
        case '\r':
        case '\f': columns = 0; in_word = 0; break;
        case '\t': columns += 8 - columns % 8; in_word = 0; break;
        case ' ': columns++; /* fall through */
        case '\v': in_word = 0; break;
        default:
            if (text[i] >= 32 && text[i] < 127) {
                columns++;
                words += !in_word;
                in_word = 1;
            }
        }
    }
    return lines + words > columns;
}
