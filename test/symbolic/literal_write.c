// Text literals and constant objects must not be written, wherever the pointer leads.
#include "harness.h"
#include <stdio.h>

int main(void) {
    char own[4] = "abc";
    char *texts[2] = {own, own + 1};
    int i = klee_range(0, 2, "i"), j = klee_range(0, 6, "j");
    texts[i][j] = 'z';
    if (own[2] == 'z')
        puts("third");
    const char *literal = "hello";
    if (literal[j] == 'l')
        puts("l");
    return 0;
}
