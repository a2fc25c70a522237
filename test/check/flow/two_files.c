// files: parts/second.c
/* What is made in one file goes wrong in another, and the other way round. */
#include "../corpus.h"

#include <stdlib.h>

#include "parts/second.h"

void freed_elsewhere(void) {
    int *p = second_make(3);
    if (!p) return;
    second_free(p);
    show(p[0]); // expect: use-after-free
}

void freed_elsewhere_repaired(void) {
    int *p = second_make(3);
    if (!p) return;
    show(p[0]);
    second_free(p);
}

void followed_elsewhere(void) { second_follow_null(NULL); }

void followed_elsewhere_repaired(void) {
    int value = 3;
    second_follow(&value);
}

int through_a_variable_of_the_other(void) {
    int value = 3;
    second_pointer = &value;
    int sum = second_read() + *second_pointer;
    second_pointer = NULL;
    return sum;
}

int through_a_variable_that_is_null(void) {
    second_clear();
    return *second_pointer; // expect: null-dereference
}

/* Both files have a static function of this name. */
static int limit(void) { return 4; }

int names_that_clash(void) {
    int a[4] = {0}, sum = 0;
    for (int i = 0; i < limit(); i++) sum += a[i];
    return sum + second_limit();
}

int limit_of_the_other(void) {
    int a[4] = {0}, sum = 0;
    for (int i = 0; i < second_limit(); i++) sum += a[i]; // expect: out-of-bounds
    return sum;
}
