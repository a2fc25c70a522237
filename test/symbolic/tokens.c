// strtok over symbolic separators.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[6] = "a?b?c";
    klee_make_symbolic(text + 1, 1, "first");
    klee_make_symbolic(text + 3, 1, "second");
    int count = 0;
    for (char *word = strtok(text, ",;"); word; word = strtok(NULL, ",;"))
        count++;
    return count;
}
