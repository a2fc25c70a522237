/* Arrays with a fixed size: reads and writes before, at and behind their ends. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

static int table[8];
static const char *const NAMES[] = {"none", "low", "high"};
static int matrix[3][4];

int behind_the_end(void) {
    int a[4] = {1, 2, 3, 4};
    return a[4]; // expect: out-of-bounds
}

int at_the_end(void) {
    int a[4] = {1, 2, 3, 4};
    return a[3];
}

void before_the_start(void) {
    int a[4] = {0}, i = 0;
    i--;
    a[i] = 1; // expect: out-of-bounds
    show(a[0]);
}

// run: off_by_one_check(8);
int off_by_one_check(int i) {
    if (i < 0 || i > 8) return -1;
    return table[i]; // expect: out-of-bounds
}

// run: right_check(8); right_check(7); right_check(-1);
int right_check(int i) {
    if (i < 0 || i > 7) return -1;
    return table[i];
}

// run: upper_check_only(-1);
int upper_check_only(int i) {
    if (i >= 8) return -1;
    return table[i]; // expect: out-of-bounds
}

// run: unsigned_check(7u); unsigned_check(100u);
int unsigned_check(unsigned i) {
    if (i >= 8) return -1;
    return table[i];
}

// run: table_of_names(3);
const char *table_of_names(unsigned level) {
    if (level > sizeof NAMES / sizeof NAMES[0]) return "?";
    return NAMES[level]; // expect: out-of-bounds
}

// run: table_of_names_repaired(3);
const char *table_of_names_repaired(unsigned level) {
    if (level >= sizeof NAMES / sizeof NAMES[0]) return "?";
    return NAMES[level];
}

// run: size_in_bytes(5);
int size_in_bytes(unsigned i) {
    static int small[4];
    if (i >= sizeof small) return 0;
    return small[i]; // expect: out-of-bounds
}

// run: masked(-1); masked(1000);
int masked(int i) { return table[i & 7]; }

// run: masked_too_wide(8);
int masked_too_wide(int i) {
    return table[i & 15]; // expect: out-of-bounds
}

// run: remainder_of(15u);
int remainder_of(unsigned i) { return table[i % 8]; }

int rows_and_columns(void) {
    int sum = 0;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) sum += matrix[row][column];
    return sum;
}

int rows_and_columns_swapped(void) {
    int sum = 0;
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 3; column++) sum += matrix[row][column]; // expect: out-of-bounds
    return sum;
}

int flat_walk(void) {
    int sum = 0;
    for (int i = 0; i < 12; i++) sum += (&matrix[0][0])[i];
    return sum;
}

// run: chosen_index();
int chosen_index(void) {
    int a[3] = {1, 2, 3}, i = choose() ? 1 : 3;
    return a[i]; // expect: out-of-bounds
}

// run: choice = 1; chosen_index_repaired();
int chosen_index_repaired(void) {
    int a[3] = {1, 2, 3}, i = choose() ? 1 : 2;
    return a[i];
}

int by_pointer(void) {
    int a[6] = {0}, *end = a + 6;
    return *end; // expect: out-of-bounds
}

int by_pointer_repaired(void) {
    int a[6] = {0}, sum = 0;
    for (int *p = a, *end = a + 6; p != end; p++) sum += *p;
    return sum;
}

/* A write at an index that is not known leaves all others as they were (llvm#223400). */
// run: choice = 2; write_at_any_index();
int write_at_any_index(void) {
    int a[4] = {0, 0, 0, 0}, b[2] = {5, 6};
    a[choose() & 3] = 1;
    return b[a[0]];
}

// run: choice = 0; write_at_any_index_too_large();
int write_at_any_index_too_large(void) {
    int a[4] = {0, 0, 0, 0}, b[2] = {5, 6};
    a[choose() & 3] = 2;
    return b[a[0]]; // expect: out-of-bounds
}
