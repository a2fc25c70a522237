/* What raises false alarms, or hides bugs, elsewhere: loops of more than four rounds and what is behind them. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct range {
    int from, to;
};

int found_in_the_sixth_round(void) {
    static const int keys[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    int index = -1;
    for (int i = 0; i < 8; i++)
        if (keys[i] == 9) index = i;
    return keys[index];
}

int not_found_in_any_round(void) {
    static const int keys[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    int index = -1;
    for (int i = 0; i < 8; i++)
        if (keys[i] == 7) index = i;
    return keys[index]; // expect: out-of-bounds
}

void leak_behind_a_loop(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += i;
    char *p = malloc(4); // expect: leak
    if (p) p[0] = (char)sum;
}

/* At least one round is made, so the pointer is set. */
// run: at_least_one_round(0); at_least_one_round(5);
int at_least_one_round(int n) {
    static int cell = 1;
    int *p = NULL, i = 0;
    do {
        p = &cell;
        i++;
    } while (i < n);
    return *p;
}

// run: any_rounds(0); any_rounds(9);
int any_rounds(int n) {
    static int cell = 1;
    int *p = NULL;
    for (int i = 0; i < n; i++) p = &cell;
    if (n > 0) return *p;
    return 0;
}

// run: any_rounds_mistaken(0);
int any_rounds_mistaken(int n) {
    static int cell = 1;
    int *p = NULL;
    for (int i = 0; i < n; i++) p = &cell;
    if (n >= 0) return *p; // expect: null-dereference
    return 0;
}

// run: counted_with_the_index(3); counted_with_the_index(300);
int counted_with_the_index(int n) {
    char buffer[16];
    int used = 0;
    for (int i = 0; i < n; i++)
        if (used < (int)sizeof buffer) buffer[used++] = (char)i;
    return used > 0 ? buffer[used - 1] : 0;
}

// run: char t[] = "a b  c"; words(t);
int words(const char *text) {
    int count = 0;
    while (*text) {
        while (*text == ' ') text++;
        if (*text) count++;
        while (*text && *text != ' ') text++;
    }
    return count;
}

int words_of_a_constant_mistaken(void) {
    const char *text = "a b";
    int count = 0;
    while (*text) {
        while (*text != ' ') text++; // expect: out-of-bounds
        while (*text == ' ') text++;
        count++;
    }
    return count;
}

/* Binary search stays inside. */
// run: binary_search(4); binary_search(100); binary_search(-1);
int binary_search(int key) {
    static const int keys[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    int low = 0, high = 7;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (keys[middle] == key) return middle;
        if (keys[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}

// run: binary_search_mistaken(200);
int binary_search_mistaken(int key) {
    static const int keys[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    int low = 0, high = 8;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (keys[middle] == key) return middle; // expect: out-of-bounds
        if (keys[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}

// run: hexadecimal(0xdeadbeefu);
void hexadecimal(unsigned n) {
    char digits[9];
    int at = 8;
    digits[at] = 0;
    do {
        digits[--at] = "0123456789abcdef"[n & 15];
        n >>= 4;
    } while (n);
    show_text(digits + at);
}

// run: decimal_without_room(4000000000u);
void decimal_without_room(unsigned n) {
    char digits[10];
    int at = 9;
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + n % 10); // expect: out-of-bounds
        n /= 10;
    } while (n);
    show_text(digits + at);
}

// run: struct range r = {0, 5}; length_of_range(&r);
int length_of_range(const struct range *r) {
    int count = 0;
    for (int i = r->from; i < r->to; i++) count++;
    return count;
}

// run: ring_buffer(40);
int ring_buffer(int n) {
    int cells[8] = {0};
    unsigned head = 0;
    for (int i = 0; i < n; i++) {
        cells[head] = i;
        head = (head + 1) % 8;
    }
    return cells[0];
}

// run: ring_buffer_mistaken(40);
int ring_buffer_mistaken(int n) {
    int cells[8] = {0};
    unsigned head = 0;
    for (int i = 0; i < n; i++) {
        cells[head] = i; // expect: out-of-bounds
        head = (head + 1) % 9;
    }
    return cells[0];
}
