// strtod and strtof of texts with symbolic bytes: no byte is fixed, the results are exact.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[8] = "?.?e?";
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    char *end;
    text[0] = x;
    text[2] = '0' + y % 4;
    text[4] = "2+"[y >> 7];
    double d = strtod(text, &end);
    if (d > 70) puts("above 70");
    if (d == 1.5) puts("1.5");
    if (end == text) puts("none");
    else if (end == text + 5) puts("all");
    if (strtof(text, NULL) == 0.3f) puts("0.3f");
    return 0;
}
