/* Loops around arrays, blocks and strings. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

int five_rounds_too_many(void) {
    int a[5];
    for (int i = 0; i <= 5; i++) a[i] = i; // expect: out-of-bounds
    return a[0];
}

int five_rounds(void) {
    int a[5];
    for (int i = 0; i < 5; i++) a[i] = i;
    return a[4];
}

int a_thousand_rounds(void) {
    int a[1000];
    for (int i = 0; i < 1000; i++) a[i] = i;
    return a[999];
}

int a_thousand_rounds_too_many(void) {
    int a[1000];
    for (int i = 0; i < 1001; i++) a[i] = i; // expect: out-of-bounds
    return a[999];
}

// run: any_number_of_rounds(16); any_number_of_rounds(-1); any_number_of_rounds(100);
int any_number_of_rounds(int n) {
    int a[16] = {0};
    if (n > 16) n = 16;
    for (int i = 0; i < n; i++) a[i] = i;
    return a[3];
}

// run: one_round_too_many(16);
int one_round_too_many(int n) {
    int a[16] = {0};
    if (n > 16) n = 16;
    for (int i = 0; i <= n; i++) a[i] = i; // expect: out-of-bounds
    return a[3];
}

int downwards(void) {
    int a[4] = {0}, sum = 0;
    for (int i = 3; i >= 0; i--) sum += a[i];
    return sum;
}

int downwards_too_far(void) {
    int a[4] = {0}, sum = 0;
    for (int i = 3; i >= -1; i--) sum += a[i]; // expect: out-of-bounds
    return sum;
}

/* An unsigned number is never negative. */
int unsigned_downwards(void) {
    int a[4] = {0}, sum = 0;
    for (unsigned i = 3; i >= 0; i--) sum += a[i]; // expect: out-of-bounds
    return sum;
}

int unsigned_downwards_repaired(void) {
    int a[4] = {0}, sum = 0;
    for (unsigned i = 4; i-- > 0;) sum += a[i];
    return sum;
}

int steps_of_three(void) {
    char a[10] = {0};
    int sum = 0;
    for (int i = 0; i < 10; i += 3) sum += a[i];
    return sum;
}

int steps_of_three_with_neighbour(void) {
    char a[10] = {0};
    int sum = 0;
    for (int i = 0; i < 10; i += 3) sum += a[i] + a[i + 1]; // expect: out-of-bounds
    return sum;
}

int neighbours(void) {
    char a[10] = {0};
    int sum = 0;
    for (int i = 0; i + 1 < 10; i++) sum += a[i] - a[i + 1];
    return sum;
}

/* The end is marked in the data. */
int sentinel(void) {
    static const int primes[] = {2, 3, 5, 7, 0};
    int sum = 0;
    for (const int *p = primes; *p; p++) sum += *p;
    return sum;
}

int sentinel_forgotten(void) {
    static const int primes[] = {2, 3, 5, 7};
    int sum = 0;
    for (const int *p = primes; *p; p++) sum += *p; // expect: out-of-bounds
    return sum;
}

static const struct { const char *name; int code; } COLOURS[] = {{"red", 1}, {"green", 2}, {0, 0}};

// run: colour_code("blue"); colour_code("green");
int colour_code(const char *name) {
    for (int i = 0; COLOURS[i].name; i++)
        if (strcmp(COLOURS[i].name, name) == 0) return COLOURS[i].code;
    return -1;
}

// run: colour_after("blue");
int colour_after(const char *name) {
    int i = 0;
    while (i < 3 && (!COLOURS[i].name || strcmp(COLOURS[i].name, name) != 0)) i++;
    return COLOURS[i].code; // expect: out-of-bounds
}

// run: search_and_insert(4);
int search_and_insert(int value) {
    static int set[4] = {1, 2, 3, 9};
    int i;
    for (i = 0; i < 4; i++)
        if (set[i] == value) break;
    set[i] = value; // expect: out-of-bounds
    return i;
}

// run: search_and_replace(4); search_and_replace(3);
int search_and_replace(int value) {
    static int set[4] = {1, 2, 3, 9};
    int i;
    for (i = 0; i < 4; i++)
        if (set[i] == value) break;
    if (i < 4) set[i] = value;
    return i;
}

// run: block_of(3);
int block_of(unsigned n) {
    if (n == 0 || n > 100) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (unsigned i = 0; i <= n; i++) a[i] = 0; // expect: out-of-bounds
    int first = a[0];
    free(a);
    return first;
}

// run: block_of_repaired(3);
int block_of_repaired(unsigned n) {
    if (n == 0 || n > 100) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = 0;
    int first = a[0];
    free(a);
    return first;
}
