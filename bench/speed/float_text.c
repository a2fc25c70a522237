/* A number of four digits is read, scaled and compared. */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char text[5];
    klee_make_symbolic(text, sizeof text, "text");
    text[4] = 0;
    for (int i = 0; i < 4; i++) klee_assume((text[i] >= '0') & (text[i] <= '9'));
    double number = strtod(text, NULL);
    int size = 0;
    for (double limit = 1.5; limit < 20000; limit *= 3) size += number / 4 + 0.25 > limit;
    return size + (number == 1234) + (int)number % 2;
}
