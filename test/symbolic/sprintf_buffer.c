// sprintf of a symbolic number into a buffer that is too small for three digits.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    klee_assume(x < 120);
    char buffer[6];
    int length = sprintf(buffer, "<%d>", x); // 5 characters and the terminator for three digits fit
    if (x > 99)
        length = sprintf(buffer, "<%d %c>", x, 'a'); // these do not
    if (length == 4)
        puts("two digits");
    else
        puts("one digit");
    if (strcmp(buffer, "<77>") == 0)
        return 77;
    return 0;
}
