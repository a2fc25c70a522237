/* A number of up to seven characters, as a reader of JSON makes an integer of it: digits, a point and an exponent. */
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int integer_of(const char *text) {
    double number = strtod(text, NULL);
    if (number >= INT_MAX) return INT_MAX;
    return number <= (double)INT_MIN ? INT_MIN : (int)number;
}

int main(void) {
    char text[8];
    klee_make_symbolic(text, sizeof text, "text");
    text[7] = 0;
    for (int i = 0; i < 7; i++) klee_assume((text[i] >= '0') & (text[i] <= '9') | (text[i] == (i == 5 ? 'e' : i == 2 ? '.' : '0')));
    return integer_of(text) > 1000;
}
