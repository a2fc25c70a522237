// flags: --enable=signed-overflow,bad-shift,float-conversion
/* Signed results that do not fit, and shifts that C does not define. */
#include "../corpus.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int past_the_maximum(void) {
    int x = INT_MAX;
    return x + 1; // expect: signed-overflow
}

unsigned past_the_unsigned_maximum(void) {
    unsigned x = UINT_MAX;
    return x + 1;
}

int minus_the_minimum(void) {
    int x = INT_MIN;
    return -x; // expect: signed-overflow
}

int small_type_promoted(void) {
    signed char x = 127;
    return x + 1;
}

int product_of_shorts(void) {
    unsigned short a = 65535, b = 65535;
    return a * b; // expect: signed-overflow
}

unsigned product_of_shorts_repaired(void) {
    unsigned short a = 65535, b = 65535;
    return (unsigned)a * b;
}

// run: bounded_sum(60000, 60000);
int bounded_sum(int a, int b) {
    if (a < 0 || b < 0 || a > 100000 || b > 100000) return -1;
    return a + b;
}

// run: bounded_product(100000, 100000);
int bounded_product(int a, int b) {
    if (a < 0 || b < 0 || a > 100000 || b > 100000) return -1;
    return a * b; // expect: signed-overflow
}

// run: bounded_product_repaired(100000, 100000);
long bounded_product_repaired(int a, int b) {
    if (a < 0 || b < 0 || a > 100000 || b > 100000) return -1;
    return (long)a * b;
}

// run: checked_first(INT_MAX);
int checked_first(int a) {
    if (a > INT_MAX - 10) return -1;
    if (a < 0) return -1;
    return a + 10;
}

int sum_in_a_loop(void) {
    int sum = 1;
    for (int i = 0; i < 40; i++) sum *= 2; // expect: signed-overflow
    return sum;
}

int sum_in_a_shorter_loop(void) {
    int sum = 1;
    for (int i = 0; i < 30; i++) sum *= 2;
    return sum;
}

int minimum_by_minus_one(void) {
    int a = INT_MIN, b = -1;
    return a / b; // expect: signed-overflow
}

int shift_by_the_width(void) {
    int n = 32;
    return 1 << n; // expect: bad-shift
}

int shift_by_less(void) {
    int n = 30;
    return 1 << n;
}

int shift_by_a_negative(void) {
    int n = -1;
    return 8 >> n; // expect: bad-shift
}

// run: bit(32);
unsigned bit(unsigned n) {
    if (n > 32) return 0;
    return 1u << n; // expect: bad-shift
}

// run: bit_checked(32); bit_checked(31);
unsigned bit_checked(unsigned n) {
    if (n >= 32) return 0;
    return 1u << n;
}

// run: rotate(5, 0); rotate(5, 31);
uint32_t rotate(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

// run: rotate_carelessly(5, 0);
uint32_t rotate_carelessly(uint32_t x, unsigned n) {
    n &= 31;
    return x << n | x >> (32 - n); // expect: bad-shift
}

uint64_t wide_mask(void) {
    int n = 40;
    return 1 << n; // expect: bad-shift
}

uint64_t wide_mask_repaired(void) {
    int n = 40;
    return UINT64_C(1) << n;
}

// run: give_input("1e30\n"); show(whole_part_of_a_line());
int whole_part_of_a_line(void) {
    char line[32];
    if (!fgets(line, sizeof line, stdin)) return 0;
    return (int)atof(line); // expect: float-conversion
}

// run: give_input("1e30\n"); show(whole_part_that_fits());
int whole_part_that_fits(void) {
    char line[32];
    if (!fgets(line, sizeof line, stdin)) return 0;
    double value = atof(line);
    return value > -1e9 && value < 1e9 ? (int)value : 0;
}
