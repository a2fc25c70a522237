/* The size of a pointer where that of what it points to is meant. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct pair {
    double x, y;
};

struct owner {
    struct pair *pairs;
};

static struct pair *everywhere;

/* It has room by accident. */
void block_of_a_pointer(void) {
    double *number = NULL;
    number = (double *)malloc(sizeof(number)); // expect: sizeof-pointer
    if (!number) return;
    *number = 1.5;
    show((long)*number);
    free(number);
}

void block_of_what_it_points_to(void) {
    double *number = (double *)malloc(sizeof(*number));
    if (!number) return;
    *number = 1.5;
    show((long)*number);
    free(number);
}

void blocks_of_pointers(int count) {
    short *numbers = calloc((size_t)count, sizeof numbers); // expect: sizeof-pointer
    if (count > 0 && numbers) show(numbers[0]);
    free(numbers);
}

/* A table of pointers has elements of that size. */
void table_of_pointers(void) {
    struct pair **table = malloc(4 * sizeof(table));
    if (table) table[0] = NULL;
    free(table);
}

void first_element(void) {
    struct pair *pairs = calloc(4, sizeof(pairs[0]));
    free(pairs);
}

void of_another(struct owner *owner) {
    struct pair *pairs = calloc(1, sizeof owner->pairs[0]);
    free(pairs);
}

void kept_everywhere(void) {
    everywhere = malloc(sizeof(everywhere)); // expect: sizeof-pointer
    keep(everywhere);
}

void cleared(struct pair *pair) {
    memset(pair, 0, sizeof(pair)); // expect: sizeof-pointer
}

void cleared_whole(struct pair *pair) { memset(pair, 0, sizeof(*pair)); }

void array_cleared(void) {
    struct pair pairs[4];
    memset(pairs, 0, sizeof(pairs));
    show((long)pairs[0].x);
}

/* The pointer itself is copied. */
void address_copied(unsigned char *to, struct pair *pair) { memcpy(to, &pair, sizeof(pair)); }
