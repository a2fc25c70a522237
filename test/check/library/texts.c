/* Texts that are given to functions which can only know by their end how long they are; sizes that are no sizes. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

// run: text_without_an_end();
void text_without_an_end(void) {
    char text[4];
    memcpy(text, "text", 4);
    show_text(text); // expect: out-of-bounds
}

// run: text_with_an_end();
void text_with_an_end(void) {
    char text[5];
    memcpy(text, "text", 5);
    show_text(text);
}

// run: copied_without_its_end();
void copied_without_its_end(void) {
    char text[8];
    strncpy(text, "a long text", 6);
    show_text(text); // expect: uninitialised
}

// run: copied_with_an_end();
void copied_with_an_end(void) {
    char text[8];
    strncpy(text, "a long text", 6);
    text[6] = 0;
    show_text(text);
}

// run: negative_size();
int negative_size(void) {
    int count = -1;
    char *p = malloc((size_t)count); // expect: bad-argument
    if (!p) return 1;
    free(p);
    return 0;
}

// run: size_of_nothing();
int size_of_nothing(void) {
    int count = 0;
    char *p = malloc((size_t)count);
    free(p);
    return 0;
}
