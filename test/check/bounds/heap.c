/* Blocks of the heap and their sizes. */
#include "../corpus.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct item {
    long key, value;
};

struct vector {
    int *items;
    size_t count, capacity;
};

int size_of_the_pointer(void) {
    struct item *item = malloc(sizeof item); // expect: sizeof-pointer
    if (!item) return 0;
    item->key = 1;
    item->value = 2; // expect: out-of-bounds
    int key = (int)item->key;
    free(item);
    return key;
}

int size_of_the_item(void) {
    struct item *item = malloc(sizeof *item);
    if (!item) return 0;
    item->key = 1;
    item->value = 2;
    int key = (int)item->key;
    free(item);
    return key;
}

int bytes_instead_of_elements(void) {
    int *a = malloc(10);
    if (!a) return 0;
    for (int i = 0; i < 10; i++) a[i] = i; // expect: out-of-bounds
    int last = a[0];
    free(a);
    return last;
}

int elements(void) {
    int *a = malloc(10 * sizeof *a);
    if (!a) return 0;
    for (int i = 0; i < 10; i++) a[i] = i;
    int last = a[9];
    free(a);
    return last;
}

/* The pointer is moved on and back. */
int moved_pointer(void) {
    int *a = calloc(4, sizeof *a), *at = a;
    if (!a) return 0;
    at += 3;
    int last = *at;
    at -= 3;
    last += *at;
    free(a);
    return last;
}

int moved_pointer_too_far(void) {
    int *a = calloc(4, sizeof *a), *at = a;
    if (!a) return 0;
    at += 3;
    int last = at[1]; // expect: out-of-bounds
    free(a);
    return last;
}

int shrunk(void) {
    char *a = malloc(16), *b;
    if (!a) return 0;
    memset(a, 1, 16);
    b = realloc(a, 8);
    if (!b) {
        free(a);
        return 0;
    }
    int value = b[8]; // expect: out-of-bounds
    free(b);
    return value;
}

int grown(void) {
    char *a = malloc(8), *b;
    if (!a) return 0;
    memset(a, 1, 8);
    b = realloc(a, 16);
    if (!b) {
        free(a);
        return 0;
    }
    b[15] = 1;
    int value = b[7] + b[15];
    free(b);
    return value;
}

static int vector_push(struct vector *v, int item) {
    if (v->count == v->capacity) {
        size_t capacity = v->capacity ? 2 * v->capacity : 4;
        int *items = realloc(v->items, capacity * sizeof *items);
        if (!items) return -1;
        v->items = items;
        v->capacity = capacity;
    }
    v->items[v->count++] = item;
    return 0;
}

int growing_vector(void) {
    struct vector v = {0};
    for (int i = 0; i < 9; i++)
        if (vector_push(&v, i) < 0) break;
    int count = (int)v.count;
    free(v.items);
    return count;
}

static int hasty_push(struct vector *v, int item) {
    if (v->count > v->capacity) {
        size_t capacity = 2 * v->capacity;
        int *items = realloc(v->items, capacity * sizeof *items);
        if (!items) return -1;
        v->items = items;
        v->capacity = capacity;
    }
    v->items[v->count++] = item; // expect: out-of-bounds
    return 0;
}

int vector_grown_too_late(void) {
    struct vector v = {malloc(4 * sizeof(int)), 0, 4};
    if (!v.items) return 0;
    for (int i = 0; i < 9; i++)
        if (hasty_push(&v, i) < 0) break;
    int count = (int)v.count;
    free(v.items);
    return count;
}

int zero_sized(void) {
    int *p = malloc(0);
    if (!p) return 0;
    *p = 1; // expect: out-of-bounds
    free(p);
    return 1;
}

// run: unsigned char m[40] = {30, 1, 2}; length_from_the_data(m, 40);
int length_from_the_data(const unsigned char *message, size_t size) {
    unsigned char body[8] = {0};
    if (size < 1) return -1;
    unsigned length = message[0];
    if (length > size - 1) return -1;
    memcpy(body, message + 1, length); // expect: out-of-bounds
    return body[0];
}

// run: unsigned char m[] = {9, 1, 2}; length_from_the_data_checked(m, 3);
int length_from_the_data_checked(const unsigned char *message, size_t size) {
    unsigned char body[8] = {0};
    if (size < 1) return -1;
    unsigned length = message[0];
    if (length > size - 1 || length > sizeof body) return -1;
    memcpy(body, message + 1, length);
    return body[0];
}

/* A negative number becomes a large one as a size. */
// run: negative_length(-1);
int negative_length(int length) {
    char buffer[32] = {0};
    if (length > (int)sizeof buffer) return -1;
    memset(buffer, 'x', length); // expect: out-of-bounds
    return buffer[0];
}

// run: negative_length_checked(-1); negative_length_checked(32);
int negative_length_checked(int length) {
    char buffer[32] = {0};
    if (length < 0 || length > (int)sizeof buffer) return -1;
    memset(buffer, 'x', length);
    return buffer[0];
}

/* The product wraps round: few bytes are allocated for many elements. */
// run: wrapped_size(0x40000001u);
int wrapped_size(uint32_t count) {
    if (count < 2) return 0;
    uint32_t size = count * (uint32_t)sizeof(int);
    int *a = malloc(size);
    if (!a) return 0;
    a[0] = 1;
    a[1] = 2; // expect: out-of-bounds
    int sum = a[0] + a[1];
    free(a);
    return sum;
}

// run: wrapped_size_checked(0x40000001u); wrapped_size_checked(2);
int wrapped_size_checked(uint32_t count) {
    if (count < 2 || count > UINT32_MAX / sizeof(int)) return 0;
    uint32_t size = count * (uint32_t)sizeof(int);
    int *a = malloc(size);
    if (!a) return 0;
    a[0] = 1;
    a[1] = 2;
    int sum = a[0] + a[1];
    free(a);
    return sum;
}
