// Functions of <math.h> that no term says, of a byte: tables, exact, errno too. Of a bounded int: a path for each value.
#include "harness.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    signed char x = (signed char)__VERIFIER_nondet_uchar();
    unsigned char y = __VERIFIER_nondet_uchar();
    errno = 0;
    double l = log(x);
    if (errno == EDOM) puts("of a negative number");
    else if (errno == ERANGE) puts("of zero");
    else if (l > 4.5) puts("large");
    if (sin(x) > 0.99) puts("peak");
    int few = y % 5;
    if (pow(few, 2.5) > 10) puts("power");
    return 0;
}
