// atoi of two symbolic characters.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char s[3] = "";
    klee_make_symbolic(s, 2, "s");
    int n = atoi(s);
    if (n == 42) {
        puts("forty-two");
        return 42;
    }
    if (n < 0)
        puts("negative");
    else if (n == 0)
        puts("zero");
    else
        puts("positive");
    return 0;
}
