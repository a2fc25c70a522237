// memmove over itself by symbolic distances, then words are read.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[12] = "abcdefghijk";
    int from = klee_range(0, 8, "from"), to = klee_range(0, 8, "to"), n = klee_range(0, 7, "n");
    memmove(text + to, text + from, (size_t)n);
    if (text[5] == 'c')
        puts("c");
    if (!memcmp(text + 2, "ghi", 3))
        puts("ghi");
    if (text[10] != 'k')
        puts("last");
    return 0;
}
