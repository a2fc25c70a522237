// sscanf on symbolic text.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

int main(void) {
    char text[8] = "xx,12";
    klee_make_symbolic(text, 2, "text");
    int a = -1, b = -1;
    switch (sscanf(text, "%d,%d", &a, &b)) {
    case 2:
        if (a == 42)
            puts("42");
        else
            puts(a < 0 ? "negative" : "two");
        break;
    case 1: puts("one"); break;
    case 0: puts("none"); break;
    default: puts("end");
    }
    return b == 12;
}
