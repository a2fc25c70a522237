// strtol, sscanf and snprintf on symbolic text.
// long: 65536 inputs
#include "harness.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[4] = "";
    klee_make_symbolic(text, 2, "text");
    char *end;
    errno = 0;
    long value = strtol(text, &end, 16);
    if (end == text)
        puts("no number");
    else if (*end)
        puts("rest");
    else if (value == 0xab)
        puts("ab");
    else if (value < 0)
        puts("negative");
    return errno ? 1 : 0;
}
