// strcmp of two symbolic characters with a word.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[3];
    klee_make_symbolic(s, 2, "s");
    s[2] = 0;
    int order = strcmp(s, "if");
    if (order == 0) {
        puts("if");
        return 1;
    }
    if (order < 0)
        puts("before");
    else
        puts("behind");
    if (strncmp(s, "it", 1) == 0)
        puts("i");
    return 0;
}
