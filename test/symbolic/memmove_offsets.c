// memmove inside an array with symbolic source, target and length.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    int from = klee_range(0, 5, "from"), to = klee_range(0, 5, "to"), n = klee_range(0, 5, "n");
    char a[8] = "abcdefgh";
    memmove(a + to, a + from, n);
    if (a[3] == 'a')
        puts("a");
    else if (a[3] == 'd')
        puts("d");
    else
        puts("another");
    if (a[7] != 'h') {
        puts("the end changed");
        return 1;
    }
    return 0;
}
