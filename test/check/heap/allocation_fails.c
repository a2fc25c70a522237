// flags: --malloc-fails
/* Allocations that give null: what is followed unchecked, and what is lost on the way out. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct buffer {
    char *data;
    size_t size;
};

static void *checked_malloc(size_t size) {
    void *p = malloc(size);
    if (!p) abort();
    return p;
}

// run: fail_allocation = 1; unchecked();
void unchecked(void) {
    char *p = malloc(4);
    p[0] = 1; // expect: null-dereference
    free(p);
}

// run: fail_allocation = 1; checked(); fail_allocation = 0; checked();
void checked(void) {
    char *p = malloc(4);
    if (!p) return;
    p[0] = 1;
    free(p);
}

void checked_elsewhere(void) {
    char *p = checked_malloc(4);
    p[0] = 1;
    free(p);
}

// run: fail_allocation = 2; first_lost_when_second_fails();
int first_lost_when_second_fails(void) {
    char *a = malloc(4); // expect: leak
    if (!a) return -1;
    char *b = malloc(4);
    if (!b) return -1;
    free(a);
    free(b);
    return 0;
}

// run: fail_allocation = 2; first_freed_when_second_fails(); fail_allocation = 1; first_freed_when_second_fails();
int first_freed_when_second_fails(void) {
    char *a = malloc(4), *b = malloc(4);
    if (!a || !b) {
        free(a);
        free(b);
        return -1;
    }
    a[0] = b[0] = 1;
    free(a);
    free(b);
    return 0;
}

/* The idiom that loses the block when realloc fails. */
// run: fail_allocation = 2; grown_in_place();
int grown_in_place(void) {
    char *p = malloc(4); // expect: leak
    if (!p) return -1;
    p = realloc(p, 8);
    if (!p) return -1;
    free(p);
    return 0;
}

// run: fail_allocation = 2; grown_with_care();
int grown_with_care(void) {
    char *p = malloc(4);
    if (!p) return -1;
    char *bigger = realloc(p, 8);
    if (!bigger) {
        free(p);
        return -1;
    }
    free(bigger);
    return 0;
}

// run: fail_allocation = 1; duplicate();
size_t duplicate(void) {
    char *copy = strdup("text");
    size_t length = strlen(copy); // expect: null-dereference
    free(copy);
    return length;
}

// run: struct buffer b = {0}; fail_allocation = 1; fill(&b); free(b.data);
int fill(struct buffer *b) {
    b->data = calloc(b->size + 1, 1);
    if (b->data == NULL) return -1;
    b->data[b->size] = 'x';
    return 0;
}
