/* Divisions by zero. */
#include "../corpus.h"

#include <limits.h>
#include <stdlib.h>

struct totals {
    int sum, count;
};

static int zero;

int by_a_constant(void) {
    int n = 0;
    return 10 / n; // expect: division-by-zero
}

int remainder_by_a_constant(void) {
    int n = 0;
    return 10 % n; // expect: division-by-zero
}

// run: by_an_argument(3);
int by_an_argument(int n) { return 100 / n; }

// run: tested_too_late(0);
int tested_too_late(int n) {
    int result = 0;
    if (n == 0) show(0);
    result += 100 / n; // expect: division-by-zero
    return result;
}

// run: tested(0); tested(5);
int tested(int n) {
    if (n == 0) return 0;
    return 100 / n;
}

// run: tested_by_truth(0);
int tested_by_truth(int n) { return n ? 100 / n : 0; }

// run: struct totals t = {5, 0}; average(&t);
int average(const struct totals *t) {
    if (t->count < 0) return -1;
    if (!t->count) show(0);
    return t->sum / t->count; // expect: division-by-zero
}

// run: struct totals t = {5, 0}; average_repaired(&t);
int average_repaired(const struct totals *t) {
    if (t->count <= 0) return -1;
    return t->sum / t->count;
}

int counted(void) {
    int a[6] = {1, 1, 1, 1, 1, 1}, count = 0, sum = 0;
    for (int i = 0; i < 6; i++)
        if (a[i] > 1) {
            sum += a[i];
            count++;
        }
    return sum / count; // expect: division-by-zero
}

int counted_some(void) {
    int a[6] = {1, 1, 1, 1, 1, 2}, count = 0, sum = 0;
    for (int i = 0; i < 6; i++)
        if (a[i] > 1) {
            sum += a[i];
            count++;
        }
    return sum / count;
}

int by_a_static(void) {
    return 7 / zero; // expect: division-by-zero
}

// run: by_something_odd(0); by_something_odd(8);
int by_something_odd(int n) { return 100 / (n | 1); }

// run: by_something_masked(8);
int by_something_masked(int n) {
    return 100 / (n & 7); // expect: division-by-zero
}

/* Not zero, but 1 after truncation is. */
// run: by_a_narrowed_value(256);
int by_a_narrowed_value(int n) {
    if (n == 0) return 0;
    unsigned char small = (unsigned char)n;
    return 100 / small; // expect: division-by-zero
}

static int scale(int value, int divisor) {
    return value / divisor; // expect: division-by-zero
}
static int scale_other(int value, int divisor) { return value / divisor; }

int in_a_callee(void) { return scale(4, 0); }
int in_a_callee_repaired(void) { return scale_other(4, 2); }

// run: in_the_last_round(8);
int in_the_last_round(int n) {
    int sum = 0;
    if (n < 0 || n > 8) return 0;
    for (int i = n; i >= 0; i--) sum += 100 / i; // expect: division-by-zero
    return sum;
}

// run: in_no_round(8);
int in_no_round(int n) {
    int sum = 0;
    if (n < 0 || n > 8) return 0;
    for (int i = n; i > 0; i--) sum += 100 / i;
    return sum;
}

// run: by_a_difference(4, 4);
int by_a_difference(int a, int b) {
    if (a > b) return 1;
    if (a == b) show(1);
    return 100 / (b - a); // expect: division-by-zero
}

// run: by_a_positive_difference(4, 5); by_a_positive_difference(4, 4);
int by_a_positive_difference(int a, int b) {
    if (a >= b || a < 0) return 1;
    return 100 / (b - a);
}

// run: setenv("LOCI_CORPUS", "0", 1); from_text();
int from_text(void) {
    const char *text = getenv("LOCI_CORPUS");
    int n = text ? atoi(text) : 1;
    return 100 / n; // expect: division-by-zero
}

// run: setenv("LOCI_CORPUS", "0", 1); from_text_checked();
int from_text_checked(void) {
    const char *text = getenv("LOCI_CORPUS");
    int n = text ? atoi(text) : 1;
    if (n < 1 || n > 100) n = 1;
    return 100 / n;
}

// run: of_floats(0);
double of_floats(double n) { return 1.0 / n; }
