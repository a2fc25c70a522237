#include "second.h"

#include <stdlib.h>

int *second_pointer;

int *second_make(int count) { return calloc(count, sizeof(int)); }
void second_free(int *block) { free(block); }
int second_follow(const int *place) { return *place; }

int second_follow_null(const int *place) {
    return *place; // expect: null-dereference
}

int second_read(void) { return second_pointer ? *second_pointer : 0; }
void second_clear(void) { second_pointer = 0; }

static int limit(void) { return 5; }
int second_limit(void) { return limit(); }
