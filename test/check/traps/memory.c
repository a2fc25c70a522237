/* What raises false alarms elsewhere: one place reached in two ways, casts, copies, unions. */
#include "../corpus.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#define MAX_ERRNO 4095
#define IS_ERR(pointer) ((unsigned long)(pointer) >= (unsigned long)-MAX_ERRNO)

struct link {
    struct link *next;
};

struct device {
    int id;
    struct link link;
    char name[12];
};

struct pair {
    int *left, *right;
};

union number {
    float real;
    uint32_t bits;
    uint8_t bytes[4];
};

struct flags {
    unsigned ready : 1, mode : 3, level : 4;
};

static struct device device = {7, {0}, "device"};
static int value = 5;

static void *err_ptr(long error) { return (void *)error; }

int by_container_of(void) {
    struct link *link = &device.link;
    struct device *d = container_of(link, struct device, link);
    return d->id + d->name[0];
}

int by_container_of_wrong_member(void) {
    struct device local = {0};
    struct device *d = container_of(&local.name, struct device, link);
    return d->name[11]; // expect: out-of-bounds
}

int by_offsetof(void) {
    struct pair p = {NULL, NULL};
    *(int **)((char *)&p + offsetof(struct pair, right)) = &value;
    return *p.right;
}

int by_offsetof_mistaken(void) {
    struct pair p = {NULL, NULL};
    *(int **)((char *)&p + offsetof(struct pair, left)) = &value;
    return *p.right; // expect: null-dereference
}

/* A pointer at an index that is not known, then a cast: still not null (llvm#220281). */
// run: choice = 1; cast_of_an_element();
int cast_of_an_element(void) {
    int all[4] = {1, 2, 3, 4};
    unsigned char *p = (unsigned char *)&all[choose() & 3];
    return p ? p[0] : *(int *)NULL;
}

// run: choice = 0; error_pointer(); choice = 1; error_pointer();
int error_pointer(void) {
    int *p = choose() ? &value : err_ptr(-12);
    if (IS_ERR(p)) return -1;
    return *p;
}

// run: choice = 0; error_pointer_unchecked();
int error_pointer_unchecked(void) {
    int *p = choose() ? &value : err_ptr(-12);
    if (!p) return -1;
    return *p; // expect: wild-pointer
}

/* Low bits of an aligned pointer carry a mark. */
int tagged_pointer(void) {
    uintptr_t tagged = (uintptr_t)&value | 1;
    int *p = (int *)(tagged & ~(uintptr_t)3);
    return *p + (int)(tagged & 1);
}

int xor_pointer(void) {
    static int other = 6;
    uintptr_t both = (uintptr_t)&value ^ (uintptr_t)&other;
    int *p = (int *)(both ^ (uintptr_t)&other);
    return *p;
}

int struct_copied_then_changed(void) {
    struct pair a = {&value, &value}, b = a;
    a.left = NULL;
    return *b.left;
}

int struct_changed_then_copied(void) {
    struct pair a = {&value, &value}, b;
    a.left = NULL;
    b = a;
    return *b.left; // expect: null-dereference
}

static struct pair swapped(struct pair p) {
    struct pair result = {p.right, p.left};
    return result;
}

int struct_by_value(void) {
    struct pair p = {NULL, &value};
    return *swapped(p).left;
}

int struct_by_value_mistaken(void) {
    struct pair p = {NULL, &value};
    return *swapped(swapped(p)).left; // expect: null-dereference
}

/* Zero bytes are a null pointer, a zero and 0.0, whichever way they are read (llvm#60025). */
int zeroed_union(void) {
    union number n = {0};
    int table[1] = {3};
    return table[n.bits] + table[n.bytes[3]];
}

int union_of_other_bytes(void) {
    union number n = {.bits = 0x01000000};
    int table[1] = {3};
    return table[n.bytes[3]]; // expect: out-of-bounds
}

/* Bytes written one by one, read as a whole. */
int bytes_as_a_word(void) {
    uint8_t bytes[4] = {2, 0, 0, 0};
    int table[3] = {0, 0, 1};
    uint32_t word;
    memcpy(&word, bytes, 4);
    return table[word];
}

int bytes_as_a_larger_word(void) {
    uint8_t bytes[4] = {2, 1, 0, 0};
    int table[3] = {0, 0, 1};
    uint32_t word;
    memcpy(&word, bytes, 4);
    return table[word]; // expect: out-of-bounds
}

// run: choice = 12; bit_fields();
int bit_fields(void) {
    static const int levels[16];
    struct flags f = {0};
    f.level = (unsigned)choose();
    return levels[f.level];
}

// run: choice = 12; bit_fields_mistaken();
int bit_fields_mistaken(void) {
    static const int levels[8];
    struct flags f = {0};
    f.level = (unsigned)choose();
    return levels[f.level]; // expect: out-of-bounds
}

/* A pointer copied byte by byte is the pointer. */
int pointer_in_bytes(void) {
    int *p = &value, *q = NULL;
    unsigned char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    for (size_t i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = bytes[i];
    return *q;
}

int two_dimensions(void) {
    int grid[4][5], sum = 0;
    memset(grid, 0, sizeof grid);
    for (int i = 0; i < 20; i++) sum += grid[i / 5][i % 5];
    return sum;
}

int two_dimensions_mistaken(void) {
    int grid[4][5], sum = 0;
    memset(grid, 0, sizeof grid);
    for (int i = 0; i <= 20; i++) sum += grid[i / 5][i % 5]; // expect: out-of-bounds
    return sum;
}

/* A large local array costs nothing, and its zeros are known. */
int large_and_zero(void) {
    char buffer[8096] = {0};
    int table[1] = {1};
    return table[buffer[4000]];
}

// run: int v = 3; aliased_arguments(&v, &v);
int aliased_arguments(int *a, int *b) {
    *a = 1;
    *b = 0;
    if (*a == 0) return 0;
    return 100 / *a;
}

/* A distance from the first element, to be found again after the block has moved. */
int offset_over_realloc(void) {
    int *a = calloc(4, sizeof *a), *at = a, *b;
    if (!a) return 0;
    at += 2;
    ptrdiff_t offset = at - a;
    b = realloc(a, 64 * sizeof *a);
    if (!b) {
        free(a);
        return 0;
    }
    at = b + offset;
    int result = *at;
    free(b);
    return result;
}
