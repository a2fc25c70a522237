// flags: --enable=signed-overflow,unsigned-overflow
/* Results that do not fit the narrow type that they are kept in, and unsigned ones that wrap around. */
#include "../corpus.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define INVERTED(x) (-(x)-1)

void char_past_its_maximum(void) {
    signed char c = SCHAR_MAX;
    signed char next = c + 1; // expect: signed-overflow
    show(next);
}

void char_below_its_maximum(void) {
    signed char c = SCHAR_MAX - 1;
    signed char next = c + 1;
    show(next);
}

// run: give_input("200 "); count_of_input();
void count_of_input(void) {
    short count = SHRT_MAX;
    char text[8] = "";
    if (fgets(text, sizeof text, stdin)) count++; // expect: signed-overflow
    show(count);
}

// run: give_input("1 "); count_of_input_below(); give_input(""); count_of_input_below();
void count_of_input_below(void) {
    short count = SHRT_MAX;
    char text[8] = "";
    if (fgets(text, sizeof text, stdin) && count < SHRT_MAX) count++;
    show(count);
}

/* No result of arithmetic: that it is cut off is what the conversion is for. */
void low_byte(void) {
    int x = choose();
    signed char low = x;
    show(low);
}

void cut_on_purpose(void) {
    int x = SCHAR_MAX;
    signed char next = (signed char)(x + 1);
    show(next);
}

void unsigned_past_its_maximum(void) {
    unsigned x = UINT_MAX;
    show(x + 1); // expect: unsigned-overflow
}

void unsigned_below_zero(void) {
    unsigned x = 0;
    x--; // expect: unsigned-overflow
    show(x);
}

// run: unsigned_tested(); choice = -1; unsigned_tested();
void unsigned_tested(void) {
    unsigned x = (unsigned)choose();
    if (x < UINT_MAX) show(x + 1);
}

/* What a macro does wraps around because it is meant to. */
// run: choice = 0; inverted();
void inverted(void) {
    unsigned x = (unsigned)choose();
    show(INVERTED(x));
}
