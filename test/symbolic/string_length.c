// strlen of three symbolic characters; without terminator it runs off the array.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[3];
    for (int i = 0; i < 3; i++)
        s[i] = (char)klee_range(0, 5, "s");
    size_t n = strlen(s);
    if (n == 0)
        puts("empty");
    else if (n == 2)
        puts("two");
    else
        puts("one");
    return 0;
}
