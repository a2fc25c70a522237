// strchr of a symbolic character; the result is dereferenced, null for what is not there.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char c;
    klee_make_symbolic(&c, 1, "c");
    klee_assume(c >= 'a' && c <= 'g');
    const char *text = "cabbage", *place = strchr(text, c);
    if (*place == text[2]) // null for d and f
        puts("b");
    else if (place - text > 3)
        puts("late");
    else
        puts("early");
    return 0;
}
